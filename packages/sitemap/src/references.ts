// Character and entity references, decoded exactly once. XML 1.0 §4.1, §4.6.

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const REFERENCE = /&(?:#(?:x([0-9a-fA-F]+)|([0-9]+))|([A-Za-z_:][\w:.-]*));|&/g

/** What a text with references got wrong. */
export type ReferenceFault = 'illegal-character' | 'undefined-entity' | 'unescaped-ampersand'

/**
 * The text with its references replaced.
 *
 * The five predefined entities and numeric references count, whatever a DOCTYPE says. Any other entity and a bare `&` stay as text;
 * a reference to a character that XML forbids disappears.
 */
export function decodeReferences(text: string, fault: (code: ReferenceFault) => void): string {
  if (!text.includes('&')) return text
  // Nearly every reference is &amp;, in a URL.
  if (!text.replaceAll('&amp;', '').includes('&')) return text.replaceAll('&amp;', '&')
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) {
      const character = PREDEFINED.get(name)
      if (character !== undefined) return character
      fault('undefined-entity')
      return whole
    }
    const digits = hex ?? decimal
    if (digits === undefined) {
      fault('unescaped-ampersand')
      return whole
    }
    const codePoint = Number.parseInt(digits, hex === undefined ? 10 : 16)
    if (isCharacter(codePoint)) return String.fromCodePoint(codePoint)
    fault('illegal-character')
    return ''
  })
}

/** XML 1.0 §2.2, production Char. */
function isCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d
  if (codePoint < 0xd800) return true
  return (codePoint > 0xdfff && codePoint < 0xfffe) || (codePoint > 0xffff && codePoint <= 0x10ffff)
}
