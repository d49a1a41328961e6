// The one place where text from the web is made harmless for a terminal or a log (HW-OUT-01, HW-OUT-02). Everything that is printed
// for people goes through `visible`; JSON keeps the original and goes through `jsonLine`.

/**
 * What a terminal could act on, or what hides or reorders what a person reads: C0 and C1 controls, DEL, line and paragraph
 * separators, bidirectional controls, zero-width characters, interlinear and tag characters, half surrogates. The joiners U+200C and
 * U+200D are letters' business and stay.
 */
const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

/**
 * Text with everything that would not be seen as itself replaced by an escape: always one line, never a terminal command.
 *
 * @example visible('a\u001b[31mb\u202e') // 'a\\x1b[31mb\\u202e'
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, escapeOf)
}

/** The same, but tabs and line breaks stay: for files whose format quotes them. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (found) => (/^[\t\n\r]$/.test(found) ? found : escapeOf(found)))
}

/**
 * A value as JSON on one line that holds nothing a terminal could act on. Parsed again it is the same value.
 *
 * @throws TypeError for what JSON cannot hold (a cycle, a bigint)
 */
export function jsonLine(value: unknown): string {
  return safeJson(JSON.stringify(value))
}

/** JSON text, whose own escapes stay as they are, with what could act on a terminal written as `\uXXXX`. */
export function safeJson(json: string): string {
  return json.replace(HIDDEN, (found) =>
    Array.from({ length: found.length }, (_, at) => unit(found.charCodeAt(at))).join(''),
  )
}

function escapeOf(found: string): string {
  const code = found.codePointAt(0)!
  if (code === 0x09) return '\\t'
  if (code === 0x0a) return '\\n'
  if (code === 0x0d) return '\\r'
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unit(code)
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
