// What google/robotstxt does, told a second time in the plainest way: one pass over the bytes, every rule tried against the path as
// its line comes by, every place of a star tried. Slow, and independent of the reader under test.

interface Best {
  priority: number
  line: number
}

const none = (): Best => ({ priority: -1, line: 0 })
const trim = (text: string): string => text.replaceAll(/^[\t-\r ]+|[\t-\r ]+$/g, '')

export interface ModelAnswer {
  readonly allowed: boolean
  /** Line of the deciding rule, 0 if none. */
  readonly line: number
}

export function googleModel(file: Uint8Array, url: string, agent: string): ModelAnswer {
  const path = pathOf(url)
  const specific = { allow: none(), disallow: none() }
  const general = { allow: none(), disallow: none() }
  let inSpecific = false
  let inGeneral = false
  let everSpecific = false
  let afterRule = false

  const offer = (kind: 'allow' | 'disallow', value: string, line: number): void => {
    if (!inSpecific && !inGeneral) return
    afterRule = true
    const best = (inSpecific ? specific : general)[kind]
    if (fits(value, path)) {
      if (value.length > best.priority) Object.assign(best, { priority: value.length, line })
      return
    }
    const slash = value.lastIndexOf('/')
    if (kind === 'allow' && slash >= 0 && value.slice(slash).startsWith('/index.htm')) {
      offer('allow', `${value.slice(0, slash + 1)}$`, line)
    }
  }

  for (const [at, text] of linesOf(file).entries()) {
    const record = recordOf(text)
    if (record === undefined) continue
    const key = record.key.toLowerCase()
    const value = record.value
    if (['user-agent', 'useragent', 'user agent'].some((name) => key.startsWith(name))) {
      if (afterRule) inSpecific = inGeneral = afterRule = false
      if (/^\*(?:[\t-\r ]|$)/.test(value)) inGeneral = true
      else if (/^[A-Za-z_-]*/.exec(value)![0].toLowerCase() === agent.toLowerCase()) {
        inSpecific = everSpecific = true
      }
    } else if (key.startsWith('allow')) offer('allow', escaped(value), at + 1)
    else if (/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/.test(key)) {
      offer('disallow', escaped(value), at + 1)
    }
  }

  const { allow, disallow } = everSpecific ? specific : general
  const decides = disallow.priority > allow.priority ? disallow : allow
  const closed =
    Math.max(allow.priority, disallow.priority) > 0 && disallow.priority > allow.priority
  return { allowed: !closed, line: decides.line }
}

function linesOf(file: Uint8Array): string[] {
  const mark = [0xef, 0xbb, 0xbf]
  let start = 0
  while (start < 3 && file[start] === mark[start]) start++
  const text = [...file.subarray(start)].map((byte) => String.fromCharCode(byte)).join('')
  return text.split(/\r\n|\r|\n/).map((line) => line.slice(0, 16_663))
}

function recordOf(line: string): { key: string; value: string } | undefined {
  const text = trim(/^[^\0#]*/.exec(line)?.[0] ?? '')
  const parts = text.includes(':')
    ? /^([^:]*):([^]*)$/.exec(text)
    : /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(text)
  const [, key = '', value = ''] = parts ?? []
  return trim(key) === '' ? undefined : { key: trim(key), value: trim(value) }
}

function escaped(value: string): string {
  return value.replaceAll(/%[0-9a-f]{2}|[\u0080-\u00FF]/gi, (found) =>
    found.length === 3 ? found.toUpperCase() : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function pathOf(url: string): string {
  const ascii = url.replaceAll(/[\u0080-\u{10FFFF}]+/gu, encodeURIComponent)
  const found = /^[^/?;#]*:\/\/[^/?;#]*([/?;][^#]*)?/.exec(ascii)?.[1]
  return found === undefined ? '/' : found.startsWith('/') ? found : `/${found}`
}

/** All positions of the path that the pattern so far can end at, character by character. */
function fits(pattern: string, path: string): boolean {
  let ends = new Set([0])
  for (const [at, char] of pattern.split('').entries()) {
    if (char === '$' && at === pattern.length - 1) return ends.has(path.length)
    if (char === '*') {
      const first = Math.min(...ends)
      ends = new Set(Array.from({ length: path.length - first + 1 }, (_, step) => first + step))
    } else {
      ends = new Set([...ends].filter((end) => path[end] === char).map((end) => end + 1))
    }
    if (ends.size === 0) return false
  }
  return true
}
