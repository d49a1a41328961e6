// Character references (`&amp;`, `&#x2F;`) in the few values that are kept. The pass itself decodes nothing, which lets it skip
// through text and values; what is kept is decoded here, by htmlparser2's tokenizer, loaded for the first that is not `&amp;`.
import type { Tokenizer } from 'htmlparser2'
import { htmlparser2 } from './lazy-modules.ts'

/** Where the value stood: a reference without its semicolon means less in an attribute. */
export type ValueContext = 'attribute' | 'title'

/**
 * Decodes the character references of single values as the HTML standard says for their context. One a document.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
 */
export class ReferenceDecoder {
  /** Used again and again: making one costs more than most values take. */
  #forAttributes: Tokenizer | undefined
  #source = ''
  #decoded = ''

  decode(value: string, context: ValueContext): string {
    if (!value.includes('&')) return value
    if (!/&(?!amp;)/.test(value)) return value.replaceAll('&amp;', '&')
    this.#decoded = ''
    if (context === 'title') {
      this.#read(this.#newTokenizer(), `<title>${value}`)
    } else {
      this.#forAttributes ??= this.#newTokenizer()
      this.#forAttributes.reset()
      this.#read(this.#forAttributes, `<a x=${quoted(value)}>`)
    }
    return this.#decoded
  }

  #read(tokenizer: Tokenizer, source: string): void {
    this.#source = source
    tokenizer.write(source)
    tokenizer.end()
  }

  #newTokenizer(): Tokenizer {
    const add = (start: number, end: number): void => {
      this.#decoded += this.#source.slice(start, end)
    }
    const addCodePoint = (codePoint: number): void => {
      this.#decoded += String.fromCodePoint(codePoint)
    }
    return new (htmlparser2().Tokenizer)(
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
  }
}

/** A value with both quotes in it was written without any: then it holds no blank and no `>`, and needs none here. */
function quoted(value: string): string {
  if (!value.includes('"')) return `"${value}"`
  return value.includes("'") ? value : `'${value}'`
}

function ignore(): void {}
