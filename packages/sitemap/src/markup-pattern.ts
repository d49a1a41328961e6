// Patterns of XML for regular expressions. They are unrolled so that no text can be matched in two ways: their time is linear,
// whatever a server sends.

/** What stands between a tag's name and its end, when it is well-formed and declares no namespace. XML 1.0 §3.1. */
export const ATTRIBUTES: string = String.raw`(?:\s+(?!xmlns)[^\s=/"'<>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*`

/** A name, as loosely as the scanner takes it. */
export const ELEMENT_NAME: string = String.raw`[A-Za-z_\x80-\uffff][^\s<>/=]*`

/** XML 1.0 §2.7. */
export const CDATA_SECTION: string = String.raw`<!\[CDATA\[(?:[^\]]|\](?!\]>))*\]\]>`

/** A comment, CDATA section or processing instruction. XML 1.0 §2.5 to §2.7. */
export const ASIDE: string = String.raw`<!--(?:[^-]|-(?!->))*-->|${CDATA_SECTION}|<\?(?:[^?]|\?(?!>))*\?>`

/**
 * An aside, or an element with whatever is inside, down to a number of levels.
 *
 * Groups are named by level, since an end tag must repeat the name of its start.
 */
export function markupPattern(name: string, levels: number): string {
  if (levels === 0) return ASIDE
  const group = `level${levels}`
  const inside = String.raw`[^<]*(?:(?:${markupPattern(name, levels - 1)})[^<]*)*`
  return String.raw`${ASIDE}|<(?<${group}>${name})${ATTRIBUTES}(?:/>|>${inside}</\k<${group}>>)`
}

/** A text as a pattern that matches it and nothing else. */
export function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
