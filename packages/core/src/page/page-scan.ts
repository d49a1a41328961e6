// What one pass over a document brings home, and the interface of whoever makes the pass.
import type { Limits } from '../domain/limits.ts'

/** A link as written on the page. */
export interface ScannedLink {
  /** Value of `href` (or the URL of a refresh) with character references decoded, otherwise as written. */
  readonly href: string
  /** Value of `rel` as written, undefined where there is none. */
  readonly rel: string | undefined
  /** `refresh`: a `meta http-equiv=refresh`, which is a link at most and never followed by itself. */
  readonly element: 'a' | 'area' | 'refresh'
}

/** A `meta name=… content=…`, the name in lower case. */
export interface ScannedMeta {
  readonly name: string
  readonly content: string
}

/**
 * Which limit cut something. `depth`: elements lie deeper than `maxDomDepth`; links are found all the same. `attributes`: a
 * tag had more attributes, or an attribute more bytes, than allowed, and those were left out. `links`: further links were
 * left out. `nodes` and `time` ended the pass.
 */
export type ScanCut = 'depth' | 'attributes' | 'links' | 'nodes' | 'time'

/** What was found. All strings are copies: keeping one keeps nothing else alive. */
export interface PageScan {
  /** In the order of the document; the same one may occur often. */
  readonly links: readonly ScannedLink[]
  /** `href` of the first `base` that has one. */
  readonly base: string | undefined
  /** `href` of the first `link rel=canonical`. */
  readonly canonical: string | undefined
  readonly metas: readonly ScannedMeta[]
  /** Of the first `title`: blanks collapsed and trimmed, at most {@link MAX_TITLE_LENGTH} characters. */
  readonly title: string | undefined
  /** `lang` of the `html` element. */
  readonly lang: string | undefined
  /** The encoding that the first `meta` naming one names, as written. */
  readonly charsetHint: string | undefined
  /** Elements, runs of text and comments that were seen. */
  readonly nodes: number
  readonly cuts: readonly ScanCut[]
}

/** The limits that hold while a document is scanned. */
export type ScanLimits = Pick<
  Limits,
  | 'maxDomDepth'
  | 'maxDomNodes'
  | 'maxAttributes'
  | 'maxAttributeBytes'
  | 'maxLinksPerPage'
  | 'maxParseMs'
>

/** Longer titles are cut. */
export const MAX_TITLE_LENGTH = 1_024

/** Metas that are kept: their number, and the length of each content. */
export const MAX_METAS = 64
export const MAX_META_LENGTH = 4_096

/** Metas that are kept in any case; a crawl adds its product tokens. */
export const METAS_KEPT: readonly string[] = [
  'robots',
  'content-usage',
  'content-signal',
  'tdm-reservation',
  'tdm-policy',
]

/** Finds links in text that comes in pieces. The result does not depend on where the pieces were cut. */
export interface LinkScanner {
  /** Scans a piece in time that is linear in its length. Does nothing once {@link stopped}. */
  write(text: string): void
  /** True once a limit has ended the pass: what follows need not be written. */
  readonly stopped: boolean
  end(): PageScan
}

/** Makes a scanner for one document. `metaNames`: which metas to keep, in lower case. */
export type CreateLinkScanner = (limits: ScanLimits, metaNames: ReadonlySet<string>) => LinkScanner

/** True for `rel` values that ask not to follow: `nofollow`, `ugc`, `sponsored` (HW-DOC-09). */
export function asksNotToFollow(rel: string | undefined): boolean {
  return (
    rel !== undefined && /(?:^|[\t\n\f\r ])(?:nofollow|ugc|sponsored)(?:[\t\n\f\r ]|$)/i.test(rel)
  )
}

/** Gives the URL of a refresh (`5; url=/next`), undefined where it names none: it would reload the page itself. */
export function refreshTarget(content: string): string | undefined {
  // HTML standard, shared declarative refresh steps: a number, a separator, an optional `url=`, optional quotes.
  const match =
    /^[\t\n\f\r ]*[\d.][\d.]*[\t\n\f\r ]*(?:[;,][\t\n\f\r ]*|(?=[\t\n\f\r ]))(.*)$/s.exec(content)
  const rest = match?.[1]?.trim().replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '') ?? ''
  const quoted = /^(?:"([^"]*)|'([^']*))/.exec(rest)
  const target = (quoted === null ? rest : (quoted[1] ?? quoted[2] ?? '')).trim()
  return target === '' ? undefined : target
}
