// What a body is, from its Content-Type and its first 1,024 bytes (HW-BODY-08, HW-BODY-11). The rule, in order:
//
// 1. A type that is pushed without end, media, an archive or raw bytes is refused on the header; the body is not read.
// 2. Any other type that is well formed is believed as to what it is (html, xml, json, text, other), but not that it is text:
//    a sample of a text type that begins like a known binary format, or of which more than 1 byte in 32 (and at least 4) are
//    controls, is refused. Text with a UTF-16 mark or declaration has zero bytes by nature and is spared the count.
// 3. A type that is missing, `*/*`, unknown/unknown or not well formed is sniffed: a known format or a single control byte is
//    refused; else `<?xml` and the roots of feeds, sitemaps and SVG are xml, any other markup is html, `{` and `[` that go on
//    as JSON does are json, everything else is text.
//
// Nothing else is second-guessed: text/plain that looks like HTML stays text.
import { binarySignature, countBinaryBytes } from './binary-signature.ts'

/** How many bytes of the body the rule looks at. */
export const SNIFF_BYTES = 1_024

/** What can be done with a body: parse it as HTML, as XML, as JSON, read it as text, or only take its bytes. */
export type ContentKind = 'html' | 'xml' | 'json' | 'text' | 'other'

/** The parts of a Content-Type that matter. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string
  /** The `charset` parameter as written, without quotes. */
  readonly charset: string | undefined
}

/** What a body is, or why it is not looked at. */
export type ContentVerdict =
  | {
      readonly kind: ContentKind
      /** Essence of the header, or the type that the sample was taken for. */
      readonly type: string
      readonly charset: string | undefined
      readonly sniffed: boolean
    }
  | ContentRefusal

/** A body that must not be parsed, with one sentence that names type and cause. */
export interface ContentRefusal {
  readonly kind: 'refused'
  readonly reason: 'content-type-refused'
  readonly type: string
  readonly message: string
}

const REFUSED_TREES = /^(?:multipart|audio|video|image|font|model)\//
const REFUSED_TYPES = new Set(
  `text/event-stream application/octet-stream binary/octet-stream application/x-binary application/force-download
  application/x-download application/zip application/x-zip-compressed application/gzip application/x-gzip application/x-tar
  application/x-gtar application/x-compress application/x-compressed application/x-7z-compressed application/x-rar-compressed
  application/x-rar application/vnd.rar application/x-bzip application/x-bzip2 application/x-xz application/x-lzma
  application/zstd application/x-zstd application/java-archive application/vnd.android.package-archive application/x-iso9660-image
  application/x-apple-diskimage application/vnd.debian.binary-package application/x-debian-package application/x-rpm
  application/x-msdownload application/x-msdos-program application/x-msi application/x-executable application/x-sharedlib
  application/wasm application/x-shockwave-flash application/ogg application/mp4 application/vnd.apple.mpegurl
  application/x-mpegurl application/font-woff application/font-woff2 application/x-font-ttf application/x-font-otf
  application/vnd.ms-fontobject application/vnd.sqlite3 application/x-sqlite3`.split(/\s+/),
)
const REFUSED_SUFFIX = /\+(?:zip|gzip|zstd)$/
const UNKNOWN_TYPES = new Set([
  '*/*',
  'unknown/unknown',
  'application/unknown',
  'application/x-unknown-content-type',
])
const TEXT_LIKE =
  /^application\/(?:(?:x-)?(?:javascript|ecmascript|ndjson|jsonlines|yaml|toml|sh|perl|python|php|tex)|rtf|sql|json-seq)$/

/**
 * Refuses a type on the header alone, before any of the body is read; undefined where the body may be read.
 *
 * Media, archives, fonts, executables, raw bytes, and what a server pushes without end (`multipart/*`, `text/event-stream`).
 */
export function refuseByHeader(contentType: string | undefined): ContentRefusal | undefined {
  const essence = parseMediaType(contentType)?.essence
  if (essence === undefined) return undefined
  if (REFUSED_TREES.test(essence) || REFUSED_TYPES.has(essence) || REFUSED_SUFFIX.test(essence)) {
    return refusal(essence, `Content-Type ${essence} holds no text to look for links in.`)
  }
  return undefined
}

/**
 * Decides what a body is by the rule at the head of this file. Pure; never throws.
 *
 * @param contentType value of the Content-Type field, undefined where there was none
 * @param head first bytes of the decoded body: 1,024, fewer only where the body is shorter
 */
export function contentKind(contentType: string | undefined, head: Uint8Array): ContentVerdict {
  const refused = refuseByHeader(contentType)
  if (refused !== undefined) return refused

  const declared = parseMediaType(contentType)
  const { buffer, byteOffset, byteLength } = head
  const sample = Buffer.from(buffer, byteOffset, Math.min(byteLength, SNIFF_BYTES)).toString(
    'latin1',
  )
  if (declared === undefined || UNKNOWN_TYPES.has(declared.essence)) {
    return sniff(sample, declared?.charset)
  }

  const { essence, charset } = declared
  const kind = kindOfType(essence)
  if (kind === 'other') return { kind, type: essence, charset, sniffed: false }
  const format = binarySignature(sample)
  if (format !== undefined) {
    return refusal(essence, `Content-Type says ${essence}, but the body begins like ${format}.`)
  }
  const controls = isUtf16(sample, charset) ? 0 : countBinaryBytes(sample)
  if (controls >= 4 && controls * 32 > sample.length) {
    return refusal(
      essence,
      `Content-Type says ${essence}, but ${controls} of the first ${sample.length} bytes are no text.`,
    )
  }
  return { kind, type: essence, charset, sniffed: false }
}

/**
 * Reads a Content-Type value. Undefined where it is missing or not well formed.
 *
 * @see RFC 9110 §8.3.1; of two `charset` parameters the first counts, as in https://mimesniff.spec.whatwg.org
 */
export function parseMediaType(value: string | undefined): MediaType | undefined {
  const match = /^[\t ]*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[\t ]*(?:[;,]|$)/.exec(
    value ?? '',
  )
  if (match?.[1] === undefined || value === undefined) return undefined
  const charset = /;[\t ]*charset=(?:"([^"]*)"|([^;"]*))/i.exec(value.slice(match[0].length - 1))
  return { essence: match[1].toLowerCase(), charset: (charset?.[1] ?? charset?.[2])?.trim() }
}

function kindOfType(essence: string): ContentKind {
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'html'
  if (/^(?:text|application)\/xml$|\+xml$/.test(essence)) return 'xml'
  if (/^(?:text|application)\/(?:x-)?json$|\+json$/.test(essence)) return 'json'
  return essence.startsWith('text/') || TEXT_LIKE.test(essence) ? 'text' : 'other'
}

function sniff(sample: string, charset: string | undefined): ContentVerdict {
  const missing = 'Content-Type is missing or unknown'
  const format = binarySignature(sample)
  if (format !== undefined) return refusal('', `${missing}, and the body begins like ${format}.`)
  if (!isUtf16(sample, charset) && countBinaryBytes(sample) > 0) {
    return refusal('', `${missing}, and the body is not text.`)
  }
  // Zero bytes are dropped so that UTF-16 reads as ASCII here.
  const text = sample
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\t\n\f\r ]*/, '')
  const found = (kind: ContentKind, type: string): ContentVerdict => ({
    kind,
    type,
    charset,
    sniffed: true,
  })
  if (/^<(?:rss|feed|urlset|sitemapindex|rdf:rdf|svg|opml)[\t\n\f\r />]/i.test(text))
    return found('xml', 'application/xml')
  if (/^<\?xml/i.test(text) && !/<html[\t\n\f\r />]/i.test(text))
    return found('xml', 'application/xml')
  if (/^<[a-z!?]/i.test(text)) return found('html', 'text/html')
  if (/^(?:\{\s*["}]|\[\s*["[\]{\d-])/.test(text)) return found('json', 'application/json')
  return found('text', 'text/plain')
}

function isUtf16(sample: string, charset: string | undefined): boolean {
  return /^utf-?16/i.test(charset ?? '') || /^(?:\xfe\xff|\xff\xfe|<\0|\0<)/.test(sample)
}

function refusal(type: string, message: string): ContentRefusal {
  return { kind: 'refused', reason: 'content-type-refused', type, message }
}
