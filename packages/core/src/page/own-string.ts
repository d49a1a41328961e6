// V8 answers `slice` with a view that keeps the whole parent alive. What a page hands out must not pin the text it was cut from.

/**
 * Gives a copy of `text` that shares no memory with the string it was cut from.
 *
 * Strings under 13 characters are copied by V8 itself and come back as they are.
 */
export function ownString(text: string): string {
  // A concatenation is flattened into new memory before it is sliced: the slice is a view of that copy alone.
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
