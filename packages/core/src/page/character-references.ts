// Character references (`&amp;`, `&#x2F;`) in the few values that are kept. The pass itself runs with decoding off, which
// lets the tokenizer skip through text and values; what is kept is decoded here, by the same tokenizer.
import type { Tokenizer } from 'htmlparser2'

/** Where the value stood: references without a semicolon mean less in attributes. */
export type ValueContext = 'attribute' | 'title'

/**
 * Decodes the character references of a value as the HTML standard says for its context.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
 */
export function decodeReferences(
  value: string,
  context: ValueContext,
  TokenizerClass: typeof Tokenizer,
): string {
  if (!value.includes('&')) return value
  if (!/&(?!amp;)/.test(value)) return value.replaceAll('&amp;', '&')

  let decoded = ''
  const quote = value.includes('"') ? "'" : '"'
  // An unquoted value may hold both quotes; then it holds no blank and no `>`, and stays unquoted.
  const wrap = value.includes('"') && value.includes("'") ? '' : quote
  const source = context === 'title' ? `<title>${value}` : `<a x=${wrap}${value}${wrap}>`
  const add = (start: number, end: number): void => {
    decoded += source.slice(start, end)
  }
  const addCodePoint = (codePoint: number): void => {
    decoded += String.fromCodePoint(codePoint)
  }
  const tokenizer = new TokenizerClass(
    { decodeEntities: true },
    {
      onattribdata: add,
      onattribentity: addCodePoint,
      ontext: add,
      ontextentity: addCodePoint,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return decoded
}

function ignore(): void {}
