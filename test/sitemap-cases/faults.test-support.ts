// Files that end too early, are not well-formed, stand in something else or carry a DOCTYPE.
import {
  DECLARATION,
  LAST,
  NAMESPACE,
  ORIGIN,
  PAGE,
  TEXT,
  atom,
  locOf,
  rss,
  urlset,
} from './documents.test-support.ts'
import type { Further } from './documents.test-support.ts'

export const FAULTS: readonly Further[] = [
  [
    'trunc in close tag',
    'urlset truncated [{"loc":"~/a"}]',
    urlset(PAGE + LAST).slice(0, -'</urlset>'.length - 3),
  ],
  [
    'trunc before root close',
    'urlset truncated [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(PAGE + LAST).slice(0, -9),
  ],
  [
    'trunc in root close',
    'urlset truncated [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(PAGE + LAST).slice(0, -1),
  ],
  [
    'trunc in root close 2',
    'urlset truncated [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(PAGE + LAST).slice(0, -4),
  ],
  [
    'trunc in entity',
    'urlset truncated [{"loc":"~/a"}]',
    `${urlset(PAGE).slice(0, -9)}<url><loc>${ORIGIN}/b?x=1&am`,
  ],
  ['trunc in pi', 'urlset truncated [{"loc":"~/a"}]', urlset(PAGE).slice(0, -9) + '<?foo '],
  ['trunc in attr', 'urlset truncated [{"loc":"~/a"}]', urlset(PAGE).slice(0, -9) + '<url id="'],
  ['trunc after lt', 'urlset truncated [{"loc":"~/a"}]', urlset(PAGE).slice(0, -9) + '<'],
  ['trunc after text', 'urlset truncated [{"loc":"~/a"}]', urlset(PAGE).slice(0, -9) + '<url>  '],
  [
    'trunc after loc ext',
    'urlset truncated [{"loc":"~/a"}]',
    urlset(PAGE).slice(0, -9) + `<url><loc>${ORIGIN}/b</loc><lastmod>2024`,
  ],
  [
    'trunc index',
    'sitemapindex truncated [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap><sitemap><lo`,
  ],
  [
    'trunc rss',
    'rss truncated [{"loc":"~/a"}]',
    rss(`<item><link>${ORIGIN}/a</link></item><item><link>${ORIGIN}/b`).slice(0, -24),
  ],
  [
    'trunc atom',
    'atom truncated [{"loc":"~/a"}]',
    atom(`<entry><link href="${ORIGIN}/a"/></entry><entry><link href="${ORIGIN}/`).slice(0, -7),
  ],
  [
    'trunc utf8',
    'urlset truncated [{"loc":"~/a"}]',
    Buffer.concat([
      Buffer.from(urlset(PAGE).slice(0, -9) + `<url><loc>${ORIGIN}/`),
      Buffer.from([0xe2, 0x82]),
    ]),
  ],
  ['trunc text', 'text [{"loc":"~/a"},{"loc":"~/b"}]', `${ORIGIN}/a\n${ORIGIN}/b`, TEXT],
  ['trunc root whole name', 'urlset truncated []', `${DECLARATION}<urlset`],
  [
    'mal extra close',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(`${PAGE}</url>${LAST}`),
  ],
  [
    'mal extra close loc',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a</loc></loc></url>${LAST}`),
  ],
  [
    'mal lt in loc',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a<b</loc></url>${LAST}`),
  ],
  [
    'mal lt sp in loc',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a< b</loc></url>${LAST}`),
  ],
  [
    'mal lt in title',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(
      `<url><loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:title>1 < 2</image:title></image:image></url>${LAST}`,
    ),
  ],
  [
    'mal gt in loc',
    'urlset [{"loc":"~/a%3Eb"},{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a>b</loc></url>${LAST}`),
  ],
  [
    'mal attr noquote',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(`<url id=1><loc>${ORIGIN}/a</loc></url>${LAST}`),
  ],
  [
    'mal attr unclosed',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url id="1><loc>${ORIGIN}/a</loc></url>${LAST}`),
  ],
  [
    'mal stray text',
    'urlset [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(`junk ${PAGE} more junk ${LAST}`),
  ],
  [
    'mal unclosed lastmod',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a</loc><lastmod>2024-05-06</url>${LAST}`),
  ],
  [
    'mal crossing',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a</url></loc>${LAST}`),
  ],
  [
    'mal crossing2',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a<lastmod></loc>2024-05-06</lastmod></url>${LAST}`),
  ],
  [
    'mal space in end',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a</ loc></url>${LAST}`),
  ],
  [
    'mal space in start',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url>< loc>${ORIGIN}/a</loc></url>${LAST}`),
  ],
  [
    'mal digits name',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(`<url><1loc>x</1loc><loc>${ORIGIN}/a</loc></url>${LAST}`),
  ],
  [
    'mal unclosed ext',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/ok"}]',
    urlset(
      `<url><loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc></url>${LAST}`,
    ),
  ],
  [
    'mal nested url',
    'urlset malformed-xml [{"loc":"~/a"},{"loc":"~/b"},{"loc":"~/ok"}]',
    urlset(`<url><loc>${ORIGIN}/a</loc><url><loc>${ORIGIN}/b</loc></url></url>${LAST}`),
  ],
  ['mal unclosed comment mid', 'urlset truncated [{"loc":"~/a"}]', urlset(`${PAGE}<!-- ${LAST}`)],
  [
    'mal unclosed cdata mid',
    'urlset truncated [{"loc":"~/a"}]',
    urlset(`${PAGE}<url><loc><![CDATA[${ORIGIN}/b</loc></url>${LAST}`),
  ],
  ['mal illegal fffe', 'urlset illegal-character [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a\ufffeb`)],
  [
    'mal lone surrogate',
    'urlset invalid-utf8 [{"loc":"~/a%EF%BF%BD%EF%BF%BD%EF%BF%BD"},{"loc":"~/ok"}]',
    Buffer.concat([
      Buffer.from(urlset('').slice(0, -9) + `<url><loc>${ORIGIN}/a`),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from(`</loc></url>${LAST}</urlset>`),
    ]),
  ],
  ['mal garbage before', 'urlset leading-content [{"loc":"~/a"}]', `\n\nfoo ${urlset(PAGE)}`],
  ['mal bom twice', 'urlset leading-content [{"loc":"~/a"}]', '\ufeff\ufeff' + urlset(PAGE)],
  [
    'mal html comment before decl',
    'urlset leading-content [{"loc":"~/a"}]',
    `<!-- x -->${urlset(PAGE)}`,
  ],
  [
    'mal php warn html',
    'urlset leading-content [{"loc":"~/a"}]',
    `<br />\n<b>Warning</b>: foo in <b>x.php</b><br />\n${urlset(PAGE)}`,
  ],
  [
    'mal trailing script',
    'urlset trailing-content [{"loc":"~/a"}]',
    urlset(PAGE) + '<script>var x</script>',
  ],
  ['mal trailing ws', 'urlset [{"loc":"~/a"}]', urlset(PAGE) + '\n\n  \n'],
  [
    'mal trailing decl',
    'urlset trailing-content [{"loc":"~/a"}]',
    urlset(PAGE) + '\n' + urlset(LAST),
  ],
  [
    'mal http headers before',
    'urlset leading-content [{"loc":"~/a"}]',
    `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${urlset(PAGE)}`,
  ],
  ['mal wrapped in html body', 'invalid html []', `<html><body>${urlset(PAGE)}</body></html>`],
  [
    'mal wrapper root',
    'urlset leading-content trailing-content [{"loc":"~/a"}]',
    `${DECLARATION}<root>${urlset(PAGE).slice(DECLARATION.length)}</root>`,
  ],
  ['mal wrapper inside', 'urlset [{"loc":"~/a"}]', urlset(`<urls>${PAGE}</urls>`)],
  [
    'mal index in urlset',
    'urlset misplaced-element [{"loc":"~/a"}]',
    urlset(`<sitemapindex><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>${PAGE}`),
  ],
  ['dtd in body', 'urlset doctype [{"loc":"~/a"}]', urlset(`<!DOCTYPE x>${PAGE}`)],
  [
    'dtd lower',
    'urlset doctype [{"loc":"~/a"}]',
    `${DECLARATION}<!doctype urlset>\n<urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd html on urlset',
    'urlset doctype [{"loc":"~/a"}]',
    `<!DOCTYPE html>\n<urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd public',
    'urlset doctype [{"loc":"~/a"}]',
    `${DECLARATION}<!DOCTYPE urlset PUBLIC "-//X//Y>" "http://x/y>.dtd">\n<urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd attlist',
    'urlset doctype [{"loc":"~/a"}]',
    `${DECLARATION}<!DOCTYPE urlset [<!ATTLIST url id CDATA "x>y"> <!ELEMENT url ANY> <?pi ]> ?> %pe; ]  >\n<urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd no name',
    'urlset doctype [{"loc":"~/a"}]',
    `${DECLARATION}<!DOCTYPE><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd quote apos in comment',
    'urlset doctype [{"loc":"~/a"}]',
    `${DECLARATION}<!DOCTYPE urlset [<!-- don't --> <!ENTITY a 'b"c'>]><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd invalid decl',
    'urlset leading-content [{"loc":"~/a"}]',
    `${DECLARATION}<!ENTITY a "b"><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'dtd entity w markup',
    'urlset doctype [{"loc":"~/a"}]',
    `${DECLARATION}<!DOCTYPE urlset [<!ENTITY e "<url><loc>${ORIGIN}/evil</loc></url>">]><urlset xmlns="${NAMESPACE}">&e;${PAGE}</urlset>`,
  ],
  [
    'dtd xhtml page',
    'invalid html []',
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`,
  ],
  ['dtd html no html tag', 'invalid html []', `<!DOCTYPE html><head><title>x</title></head><p>hi`],
  [
    'dtd html page w urlset text',
    'invalid html []',
    `<!DOCTYPE html><title>x</title><body><urlset>${PAGE}</urlset></body>`,
  ],
]
