// What a caller may say, checked before anything is read: a mistake throws at once, with the value, what was expected and a code.
import type { SitemapBody } from './byte-source.ts'
import type { ParseSitemapOptions } from './parse-sitemap.ts'
import type { WalkSitemapsOptions } from './walk-sitemaps.ts'

/** A mistake of the caller: an option or a body of the wrong kind. Nothing that a server sends leads to it. */
export class SitemapOptionError extends TypeError {
  override readonly name: string = 'SitemapOptionError'
  readonly code = 'CURTSY_OPTION'
}

/** The limits of an entry unless others are given. */
export const ENTRY_LIMITS: EntryLimits = { maxXmlDepth: 32, maxXmlEntryBytes: 262_144 }

/** How large an entry may be. */
export interface EntryLimits {
  /** Elements open at once inside an entry. */
  readonly maxXmlDepth: number
  /** Bytes of an entry, its tags included, as UTF-8. */
  readonly maxXmlEntryBytes: number
}

/** Deeper than this, taking an entry apart could exhaust the stack. */
const MOST_XML_DEPTH = 1_000
/** Larger than this is no entry but the file: it would be held in memory whole. */
const MOST_XML_ENTRY_BYTES = 52_428_800

type CommonOptions = Pick<
  ParseSitemapOptions,
  'fields' | 'crossSubmitHosts' | 'maxBytes' | 'maxXmlDepth' | 'maxXmlEntryBytes'
> & { readonly onProblem?: unknown }

/** @throws SitemapOptionError */
export function checkParsing(body: SitemapBody, options: ParseSitemapOptions): void {
  if (!isBody(body)) {
    throw expected(
      'body',
      'to be a string, a Uint8Array, a ReadableStream or an async iterable of Uint8Array',
      body,
    )
  }
  checkObject(options)
  if (typeof options.url !== 'string' || !URL.canParse(options.url))
    throw expected('url', 'to be an absolute URL', options.url)
  if (options.contentType !== undefined && typeof options.contentType !== 'string')
    throw expected('contentType', 'to be a string', options.contentType)
  checkCommon(options)
}

/** @throws SitemapOptionError */
export function checkWalking(options: WalkSitemapsOptions): void {
  checkObject(options)
  const { start, load, since } = options
  if (!Array.isArray(start)) throw expected('start', 'to be a list of URLs', start)
  for (const url of start as readonly unknown[]) {
    if (typeof url !== 'string' || !URL.canParse(url))
      throw expected('start', 'to hold absolute URLs', url)
  }
  if (typeof load !== 'function') throw expected('load', 'to be a function', load)
  if (since !== undefined && !(since instanceof Date && !Number.isNaN(since.getTime())))
    throw expected('since', 'to be a valid Date', since)
  checkNumber('maxDepth', options.maxDepth, { least: 0 })
  checkNumber('maxSitemaps', options.maxSitemaps, { least: 0 })
  checkCommon(options)
}

function checkCommon(options: CommonOptions): void {
  const { fields, crossSubmitHosts, onProblem } = options
  if (fields !== undefined && fields !== 'core' && fields !== 'all')
    throw expected('fields', 'to be "core" or "all"', fields)
  if (crossSubmitHosts !== undefined && !isListOfStrings(crossSubmitHosts))
    throw expected(
      'crossSubmitHosts',
      'to be a list of hosts such as "example.com"',
      crossSubmitHosts,
    )
  if (onProblem !== undefined && typeof onProblem !== 'function')
    throw expected('onProblem', 'to be a function', onProblem)
  checkNumber('maxBytes', options.maxBytes, { least: 0 })
  checkNumber('maxXmlDepth', options.maxXmlDepth, { least: 0, most: MOST_XML_DEPTH })
  checkNumber('maxXmlEntryBytes', options.maxXmlEntryBytes, {
    least: 0,
    most: MOST_XML_ENTRY_BYTES,
  })
}

function checkNumber(
  name: string,
  value: unknown,
  { least, most }: { readonly least: number; readonly most?: number },
): void {
  if (value === undefined) return
  if (typeof value === 'number' && value >= least && value <= (most ?? Infinity)) return
  const range = most === undefined ? `from ${least} up` : `from ${least} to ${most}`
  throw expected(name, `to be a number ${range}`, value)
}

function checkObject(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw expected('options', 'to be an object', options)
}

function isBody(body: unknown): boolean {
  if (typeof body === 'string' || body instanceof Uint8Array) return true
  return (
    typeof body === 'object' &&
    body !== null &&
    (Symbol.asyncIterator in body ||
      typeof (body as { getReader?: unknown }).getReader === 'function')
  )
}

function isListOfStrings(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'string')
}

function expected(name: string, what: string, value: unknown): SitemapOptionError {
  return new SitemapOptionError(`Expected ${name} ${what}, got ${show(value)}.`)
}

const LONGEST_SHOWN = 80

function show(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value)
      : typeof value === 'object' && value !== null
        ? Object.prototype.toString.call(value).slice(8, -1)
        : String(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
