import type { ResponseHeaders } from '../../ports/transport.ts'

/**
 * Header fields as a list of lines, which keeps order and repetition.
 *
 * Values are text with one character a byte (latin1), as in WHATWG fetch: who expects UTF-8 decodes
 * `Buffer.from(value, 'latin1')`. A list, not an object: a field named `__proto__` is a field like any other.
 */
class HeaderLines implements ResponseHeaders {
  readonly #lines: readonly (readonly [string, string])[]

  constructor(lines: readonly (readonly [string, string])[]) {
    this.#lines = lines
  }

  get(name: string): string | undefined {
    const wanted = name.toLowerCase()
    return this.#lines.find((line) => line[0] === wanted)?.[1]
  }

  all(name: string): readonly string[] {
    const wanted = name.toLowerCase()
    return this.#lines.filter((line) => line[0] === wanted).map((line) => line[1])
  }

  entries(): Iterable<readonly [string, string]> {
    return this.#lines
  }
}

/** Headers from name and value pairs in any case. */
export function responseHeaders(pairs: Iterable<readonly [string, string]>): ResponseHeaders {
  return new HeaderLines(Array.from(pairs, ([name, value]) => [name.toLowerCase(), value] as const))
}

/** Headers from the parser's flat list: name, value, name, value. */
export function responseHeadersFromRaw(raw: readonly Buffer[]): ResponseHeaders {
  const lines: (readonly [string, string])[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]
    const value = raw[index + 1]
    if (name !== undefined && value !== undefined)
      lines.push([name.toString('latin1').toLowerCase(), value.toString('latin1')])
  }
  return new HeaderLines(lines)
}
