// From an entry's raw text to the entry handed out: each field is checked by its own rule, and what is dropped is told.
import type { SitemapEntry, UrlEntry } from './entry.ts'
import type { XmlKind } from './dialect.ts'
import { readChangeFrequency, readPriority } from './fields.ts'
import { readFeedDate, readLastmod } from './lastmod.ts'
import type { LocationReader } from './location.ts'
import { trimLocation } from './location.ts'
import type { ProblemCode } from './problem.ts'
import type { RawEntry, RawField } from './raw-entry.ts'

/** Tells a finding about an entry; `at` is the offset of the element it is about. */
export type EntryFault = (
  code: ProblemCode,
  at: number,
  quoted?: { loc?: string; detail?: string },
) => void

/** An entry, or undefined when it is dropped; why was told. */
export function judgeEntry(
  raw: RawEntry,
  at: number,
  kind: XmlKind,
  locations: LocationReader,
  fault: EntryFault,
): SitemapEntry | undefined {
  const field = locOf(raw, kind, fault)
  if (field === undefined) return drop('missing-loc', at, fault)
  const isPage = kind !== 'sitemapindex'
  const loc = locations.read(field.text, { page: isPage }, (code) =>
    fault(code, field.at, { loc: field.text }),
  )
  if (loc === undefined) return undefined
  const lastmod = lastmodOf(raw, kind, fault)
  if (!isPage) return { kind: 'sitemap', loc, ...(lastmod !== undefined && { lastmod }) }
  const entry: Writable<UrlEntry> = { kind: 'url', loc }
  if (lastmod !== undefined) entry.lastmod = lastmod
  const changefreq = judged(raw.changefreq, 'invalid-changefreq', readChangeFrequency, fault)
  if (changefreq !== undefined) entry.changefreq = changefreq
  const priority = judged(raw.priority, 'invalid-priority', readPriority, fault)
  if (priority !== undefined) entry.priority = priority
  if (raw.images !== undefined) entry.images = raw.images
  if (raw.video !== undefined) entry.video = raw.video
  if (raw.news !== undefined) entry.news = raw.news
  if (raw.alternates !== undefined) entry.alternates = raw.alternates
  return entry
}

function locOf(raw: RawEntry, kind: XmlKind, fault: EntryFault): RawField | undefined {
  const [first, second] = raw.locs.filter(isUsed)
  if (second !== undefined) fault('multiple-loc', second.at, { loc: second.text })
  if (first !== undefined || kind !== 'rss') return first
  // RSS 2.0: a guid is the permanent link unless it says otherwise.
  const { guid } = raw
  return guid?.isPermaLink && /^\s*https?:/i.test(guid.text) ? guid : undefined
}

function lastmodOf(raw: RawEntry, kind: XmlKind, fault: EntryFault): string | undefined {
  const field = isUsed(raw.lastmod) ? raw.lastmod : raw.published
  const date = judged(field, 'invalid-lastmod', kind === 'rss' ? readFeedDate : readLastmod, fault)
  if (date === undefined) return undefined
  if (!date.standard && field !== undefined)
    fault('nonstandard-lastmod', field.at, { detail: field.text.trim() })
  return date.iso
}

/** The value of a field; an empty element is the same as none. */
function judged<Value>(
  field: RawField | undefined,
  code: ProblemCode,
  read: (text: string) => Value | undefined,
  fault: EntryFault,
): Value | undefined {
  if (field === undefined) return undefined
  const text = trimLocation(field.text)
  if (text === '') return undefined
  const value = read(text)
  if (value === undefined) fault(code, field.at, { detail: text })
  return value
}

function isUsed(field: RawField | undefined): field is RawField {
  return field !== undefined && trimLocation(field.text) !== ''
}

function drop(code: ProblemCode, at: number, fault: EntryFault): undefined {
  fault(code, at)
}

type Writable<Type> = { -readonly [key in keyof Type]: Type[key] }
