// Encodings declared, marked, guessed and contradicted; gzip members as they come.
import { deflateSync, gzipSync } from 'node:zlib'
import {
  GZIPPED,
  LAST,
  NAMESPACE,
  ORIGIN,
  PAGE,
  TEXT,
  gzip,
  latin1,
  locOf,
  rss,
  urlset,
  utf16,
} from './documents.test-support.ts'
import type { Further } from './documents.test-support.ts'

function flipped(bytes: Uint8Array, fromEnd: number): Uint8Array {
  return bytes.with(bytes.length - fromEnd, bytes.at(-fromEnd)! ^ 1)
}

export const ENCODINGS: readonly Further[] = [
  [
    'u16le decl',
    'urlset not-utf8 [{"loc":"~/%C3%A9"}]',
    utf16(locOf(`${ORIGIN}/é`).replace('UTF-8', 'UTF-16')),
  ],
  [
    'u16be nobom',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    utf16(locOf(`${ORIGIN}/é`), true, false),
  ],
  [
    'u16le surr',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%F0%9F%98%80"}]',
    utf16(locOf(`${ORIGIN}/\u{1f600}`)),
  ],
  [
    'u16le lone surr',
    'urlset encoding-mismatch invalid-utf8 not-utf8 [{"loc":"~/%EF%BF%BDx"}]',
    utf16(locOf(`${ORIGIN}/\ud800x`)),
  ],
  [
    'u16 http charset no bom',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    utf16(locOf(`${ORIGIN}/é`), false, false),
    { contentType: 'application/xml; charset=utf-16le' },
  ],
  [
    'u16 text',
    'text not-utf8 [{"loc":"~/a"},{"loc":"~/%C3%A9"}]',
    utf16(`${ORIGIN}/a\n${ORIGIN}/é\n`),
    TEXT,
  ],
  [
    'u16 text nobom',
    'text not-utf8 [{"loc":"~/a"},{"loc":"~/%C3%A9"}]',
    utf16(`${ORIGIN}/a\n${ORIGIN}/é\n`, false, false),
    TEXT,
  ],
  [
    'bom + latin1 decl',
    'urlset encoding-mismatch [{"loc":"~/%C3%A9"}]',
    '\ufeff' + locOf(`${ORIGIN}/é`).replace('UTF-8', 'ISO-8859-1'),
  ],
  [
    'bom + http latin1',
    'urlset encoding-mismatch [{"loc":"~/%C3%A9"}]',
    '\ufeff' + locOf(`${ORIGIN}/é`),
    { contentType: 'text/xml; charset=iso-8859-1' },
  ],
  [
    'latin1 decl ascii',
    'urlset not-utf8 [{"loc":"~/a"}]',
    Buffer.from(locOf(`${ORIGIN}/a`).replace('UTF-8', 'ISO-8859-1')),
  ],
  [
    'http utf8 decl latin1 bytes latin1',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    latin1(locOf(`${ORIGIN}/é`).replace('UTF-8', 'ISO-8859-1')),
    { contentType: 'text/xml; charset=utf-8' },
  ],
  [
    'http utf8 decl latin1 bytes utf8',
    'urlset encoding-mismatch [{"loc":"~/%C3%A9"}]',
    Buffer.from(locOf(`${ORIGIN}/é`).replace('UTF-8', 'ISO-8859-1')),
    { contentType: 'text/xml; charset=utf-8' },
  ],
  [
    'http latin1 decl utf8 bytes utf8',
    'urlset encoding-mismatch [{"loc":"~/%C3%A9"}]',
    Buffer.from(locOf(`${ORIGIN}/é`)),
    { contentType: 'text/xml; charset=ISO-8859-1' },
  ],
  [
    'http latin1 decl utf8 bytes latin1',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    latin1(locOf(`${ORIGIN}/é`)),
    { contentType: 'text/xml; charset=ISO-8859-1' },
  ],
  [
    'unknown label',
    'urlset encoding-mismatch [{"loc":"~/%C3%A9"}]',
    Buffer.from(locOf(`${ORIGIN}/é`).replace('UTF-8', 'foo-8')),
  ],
  [
    'utf8 no dash label',
    'urlset [{"loc":"~/%C3%A9"}]',
    Buffer.from(locOf(`${ORIGIN}/é`).replace('UTF-8', 'utf8')),
  ],
  [
    'decl utf-16 ascii',
    'urlset encoding-mismatch [{"loc":"~/a"}]',
    Buffer.from(locOf(`${ORIGIN}/a`).replace('UTF-8', 'UTF-16')),
  ],
  [
    'cp1251',
    'urlset not-utf8 [{"loc":"~/%D0%BF%D1%80%D0%B8"}]',
    Buffer.concat([
      Buffer.from(
        `<?xml version="1.0" encoding="windows-1251"?><urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/`,
      ),
      Buffer.from([0xef, 0xf0, 0xe8]),
      Buffer.from('</loc></url></urlset>'),
    ]),
  ],
  [
    'sjis',
    'urlset not-utf8 [{"loc":"~/%E6%97%A5%E6%9C%AC"}]',
    Buffer.concat([
      Buffer.from(
        `<?xml version="1.0" encoding="Shift_JIS"?><urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/`,
      ),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from('</loc></url></urlset>'),
    ]),
  ],
  [
    'gbk',
    'urlset not-utf8 [{"loc":"~/%E4%B8%AD"}]',
    Buffer.concat([
      Buffer.from(
        `<?xml version="1.0" encoding="GB2312"?><urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/`,
      ),
      Buffer.from([0xd6, 0xd0]),
      Buffer.from('</loc></url></urlset>'),
    ]),
  ],
  [
    'latin15',
    'urlset not-utf8 [{"loc":"~/%E2%82%AC"}]',
    Buffer.concat([
      Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-15"?><urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/`,
      ),
      Buffer.from([0xa4]),
      Buffer.from('</loc></url></urlset>'),
    ]),
  ],
  [
    'latin1 w 0x80',
    'urlset not-utf8 [{"loc":"~/%E2%82%AC"}]',
    Buffer.concat([
      Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?><urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/`,
      ),
      Buffer.from([0x80]),
      Buffer.from('</loc></url></urlset>'),
    ]),
  ],
  [
    'utf8 overlong',
    'urlset invalid-utf8 [{"loc":"~/a%EF%BF%BD%EF%BF%BD"},{"loc":"~/ok"}]',
    Buffer.concat([
      Buffer.from(urlset('').slice(0, -9) + `<url><loc>${ORIGIN}/a`),
      Buffer.from([0xc0, 0xaf]),
      Buffer.from(`</loc></url>${LAST}</urlset>`),
    ]),
  ],
  [
    'utf8 no decl latin1 byte',
    'urlset invalid-utf8 [{"loc":"~/%EF%BF%BD"}]',
    latin1(`<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/é</loc></url></urlset>`),
  ],
  ['utf8 literal U+FFFD', 'urlset [{"loc":"~/%EF%BF%BD"}]', locOf(`${ORIGIN}/\ufffd`)],
  [
    'charset quotes',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    latin1(locOf(`${ORIGIN}/é`)),
    { contentType: `text/xml; charset='iso-8859-1'` },
  ],
  [
    'charset dquotes caps',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    latin1(locOf(`${ORIGIN}/é`)),
    { contentType: `TEXT/XML;CHARSET="ISO-8859-1"; x=y` },
  ],
  [
    'text/xml no charset utf8',
    'urlset [{"loc":"~/%C3%A9"}]',
    Buffer.from(locOf(`${ORIGIN}/é`)),
    { contentType: `text/xml` },
  ],
  [
    'gz utf16',
    'urlset encoding-mismatch not-utf8 [{"loc":"~/%C3%A9"}]',
    gzip(utf16(locOf(`${ORIGIN}/é`))),
    GZIPPED,
  ],
  [
    'gz header opts',
    'urlset [{"loc":"~/a"}]',
    Buffer.concat([
      Buffer.from([
        0x1f,
        0x8b,
        8,
        0x08 | 0x10 | 0x04,
        0,
        0,
        0,
        0,
        0,
        3,
        3,
        0,
        1,
        2,
        3,
        0x61,
        0,
        0x62,
        0,
      ]),
      gzip(urlset(PAGE)).subarray(10),
    ]),
    GZIPPED,
  ],
  [
    'gz three members',
    'urlset [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE).slice(0, 50)), gzip(''), gzip(urlset(PAGE).slice(50))]),
    GZIPPED,
  ],
  [
    'gz members each whole doc',
    'urlset trailing-content [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE)), gzip(urlset(LAST))]),
    GZIPPED,
  ],
  [
    'gz padding',
    'urlset [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE)), Buffer.alloc(512)]),
    GZIPPED,
  ],
  [
    'gz trailing ws',
    'urlset [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE)), Buffer.from('\r\n')]),
    GZIPPED,
  ],
  [
    'gz second cut',
    'urlset truncated [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE)), gzip(urlset(LAST)).subarray(0, 20)]),
    GZIPPED,
  ],
  [
    'gz second header cut',
    'urlset truncated [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE)), Buffer.from([0x1f, 0x8b, 8])]),
    GZIPPED,
  ],
  [
    'gz trailer cut',
    'urlset truncated [{"loc":"~/a"}]',
    gzip(urlset(PAGE)).subarray(0, -4),
    GZIPPED,
  ],
  [
    'gz trailer gone',
    'urlset truncated [{"loc":"~/a"}]',
    gzip(urlset(PAGE)).subarray(0, -8),
    GZIPPED,
  ],
  ['gz header only', 'invalid truncated []', gzip(urlset(PAGE)).subarray(0, 10), GZIPPED],
  ['gz bad crc', 'urlset gzip-corrupt [{"loc":"~/a"}]', flipped(gzip(urlset(PAGE)), 8), GZIPPED],
  ['gz bad isize', 'urlset gzip-corrupt [{"loc":"~/a"}]', flipped(gzip(urlset(PAGE)), 1), GZIPPED],
  [
    'gz double no type',
    'urlset double-gzip [{"loc":"~/a"}]',
    gzip(gzip(urlset(PAGE))),
    { url: ORIGIN + '/sitemap.xml' },
  ],
  ['gz empty content', 'invalid empty []', gzip(''), GZIPPED],
  ['gz empty body', 'invalid empty []', '', GZIPPED],
  ['gz html inside', 'invalid html []', gzip('<!DOCTYPE html><html></html>'), { ...GZIPPED }],
  [
    'gz html plain texthtml',
    'invalid html []',
    '<!DOCTYPE html><html></html>',
    { url: GZIPPED.url, contentType: 'text/html' },
  ],
  [
    'gz plain xml type',
    'urlset [{"loc":"~/a"}]',
    urlset(PAGE),
    { url: GZIPPED.url, contentType: 'application/xml' },
  ],
  [
    'gz plain octet',
    'urlset not-gzipped [{"loc":"~/a"}]',
    urlset(PAGE),
    { url: GZIPPED.url, contentType: 'application/octet-stream' },
  ],
  ['gz plain no type', 'urlset [{"loc":"~/a"}]', urlset(PAGE), { url: GZIPPED.url }],
  [
    'gz plain text type',
    'text [{"loc":"~/a"}]',
    `${ORIGIN}/a`,
    { url: ORIGIN + '/sitemap.txt.gz', contentType: 'text/plain' },
  ],
  [
    'gz type xml url plain',
    'urlset not-gzipped [{"loc":"~/a"}]',
    urlset(PAGE),
    { url: ORIGIN + '/sitemap.xml', contentType: 'application/x-gzip' },
  ],
  [
    'gz GZ upper',
    'urlset not-gzipped [{"loc":"~/a"}]',
    urlset(PAGE),
    { url: ORIGIN + '/SITEMAP.XML.GZ', contentType: 'application/octet-stream' },
  ],
  ['deflate', 'invalid not-a-sitemap []', deflateSync(urlset(PAGE)), GZIPPED],
  [
    'gz index',
    'sitemapindex [{"loc":"~/s.xml"}]',
    gzip(
      `<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>`,
    ),
    GZIPPED,
  ],
  ['gz rss', 'rss [{"loc":"~/a"}]', gzip(rss(`<item><link>${ORIGIN}/a</link></item>`)), GZIPPED],
  ['gz stored', 'urlset [{"loc":"~/a"}]', gzipSync(urlset(PAGE), { level: 0 }), GZIPPED],
  [
    'gz trailing garbage text',
    'urlset trailing-content [{"loc":"~/a"}]',
    Buffer.concat([gzip(urlset(PAGE)), Buffer.from('<!-- cached -->')]),
    GZIPPED,
  ],
]
