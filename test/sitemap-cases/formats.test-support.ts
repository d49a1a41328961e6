// What is no sitemap at all, text lists, and feeds of every age.
import { DECLARATION, ORIGIN, PAGE, TEXT, atom, latin1, rss } from './documents.test-support.ts'
import type { Further } from './documents.test-support.ts'

export const FORMATS: readonly Further[] = [
  ['bad bom only', 'invalid empty []', '\ufeff'],
  ['bad nul', 'invalid empty []', '\0\0\0'],
  ['bad svg', 'invalid not-a-sitemap []', `<svg xmlns="http://www.w3.org/2000/svg"/>`],
  ['bad opensearch', 'invalid not-a-sitemap []', `${DECLARATION}<OpenSearchDescription/>`],
  [
    'bad soap',
    'invalid not-a-sitemap []',
    `${DECLARATION}<Error><Code>AccessDenied</Code></Error>`,
  ],
  ['bad pdf', 'invalid not-a-sitemap []', '%PDF-1.4\n%âãÏÓ\n1 0 obj'],
  ['bad zip', 'invalid not-a-sitemap []', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])],
  [
    'bad png',
    'invalid not-a-sitemap []',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
  ],
  ['bad words', 'invalid not-a-sitemap []', 'Not Found'],
  ['bad html upper', 'invalid html []', '<HTML><BODY>x</BODY></HTML>'],
  ['bad html frag', 'invalid html []', '<h1>404 Not Found</h1>'],
  ['bad html comment first', 'invalid html []', '<!-- x --><html></html>'],
  ['bad html script', 'invalid html []', '<script>location="x"</script>'],
  ['bad html noscript', 'invalid html []', '<noscript>please enable</noscript>'],
  ['bad html iframe', 'invalid html []', '<iframe src="x"></iframe>'],
  ['bad html text before', 'invalid html []', 'Warning: x\n<!DOCTYPE html><html></html>'],
  ['bad jsonfeed', 'invalid not-a-sitemap []', '{\n "items":[\n"https://www.example.com/a"]}'],
  [
    'bad robots',
    'invalid not-a-sitemap []',
    'User-agent: *\nDisallow: /\nSitemap: https://www.example.com/sitemap.xml\n',
  ],
  [
    'bad opml',
    'invalid not-a-sitemap []',
    `${DECLARATION}<opml version="2.0"><body><outline xmlUrl="x"/></body></opml>`,
  ],
  [
    'bad xsl',
    'invalid not-a-sitemap []',
    `${DECLARATION}<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/>`,
  ],
  ['bad js', 'invalid not-a-sitemap []', 'window.location.href="https://www.example.com/";'],
  ['bad md', 'invalid not-a-sitemap []', '# Sitemap\n- [a](https://www.example.com/a)\n'],
  ['bad urls root', 'invalid not-a-sitemap []', `${DECLARATION}<urls>${PAGE}</urls>`],
  ['bad url root', 'invalid not-a-sitemap []', `${DECLARATION}${PAGE}`],
  ['bad loc root', 'invalid not-a-sitemap []', `${DECLARATION}<loc>${ORIGIN}/a</loc>`],
  [
    'bad sitemap root',
    'invalid not-a-sitemap []',
    `${DECLARATION}<sitemap><loc>${ORIGIN}/a</loc></sitemap>`,
  ],
  ['txt comment', 'text invalid-loc [{"loc":"~/a"}]', `# c\n${ORIGIN}/a\n# d\n`, TEXT],
  ['txt relative', 'text invalid-loc [{"loc":"~/a"}]', `/b\n${ORIGIN}/a\n`, TEXT],
  ['txt schemeless', 'invalid not-a-sitemap []', `www.example.com/a\nwww.example.com/b\n`, TEXT],
  ['txt spaces', 'text whitespace-in-loc [{"loc":"~/a%20b"}]', `${ORIGIN}/a b\n`, TEXT],
  ['txt quoted', 'text invalid-loc [{"loc":"~/b"}]', `"${ORIGIN}/a"\n${ORIGIN}/b`, TEXT],
  ['txt ftp', 'text invalid-loc [{"loc":"~/a"}]', `ftp://x/a\n${ORIGIN}/a`, TEXT],
  ['txt only cross', 'text cross-host []', `https://other.example/a\n`, TEXT],
  [
    'txt long',
    'text loc-too-long [{"loc":"~/b"}]',
    `${ORIGIN}/${'a'.repeat(2100)}\n${ORIGIN}/b`,
    TEXT,
  ],
  ['txt first long', 'text loc-too-long []', `${ORIGIN}/${'a'.repeat(2100)}`, TEXT],
  ['txt angle', 'invalid not-a-sitemap []', `<${ORIGIN}/a>\n${ORIGIN}/b\n`, TEXT],
  [
    'txt html after',
    'text invalid-loc [{"loc":"~/a"},{"loc":"~/b"}]',
    `${ORIGIN}/a\n<html>\n${ORIGIN}/b`,
    TEXT,
  ],
  ['txt HTTPS', 'text [{"loc":"~/A"}]', `HTTPS://WWW.EXAMPLE.COM/A`, TEXT],
  ['txt ctrl-z', 'text illegal-character [{"loc":"~/a"}]', `${ORIGIN}/a\r\n\x1a`, TEXT],
  ['txt nul', 'text illegal-character [{"loc":"~/a"}]', `${ORIGIN}/a\0\n`, TEXT],
  [
    'txt vt ff',
    'text illegal-character [{"loc":"~/a"},{"loc":"~/b"}]',
    `${ORIGIN}/a\f\n\v${ORIGIN}/b`,
    TEXT,
  ],
  ['txt latin1', 'text invalid-utf8 [{"loc":"~/%EF%BF%BD"}]', latin1(`${ORIGIN}/é\n`), TEXT],
  [
    'txt latin1 charset',
    'text not-utf8 [{"loc":"~/%C3%A9"}]',
    latin1(`${ORIGIN}/é\n`),
    { url: TEXT.url, contentType: 'text/plain; charset=iso-8859-1' },
  ],
  ['txt amp', 'text [{"loc":"~/a?x=1&y=2&eacute;"}]', `${ORIGIN}/a?x=1&y=2&eacute;\n`, TEXT],
  [
    'txt user',
    'text invalid-loc [{"loc":"~/b"}]',
    `https://u:p@www.example.com/a\n${ORIGIN}/b\n`,
    TEXT,
  ],
  ['txt one in sentence', 'invalid not-a-sitemap []', `see ${ORIGIN}/a\n`, TEXT],
  [
    'txt outside',
    'text outside-path [{"loc":"~/a"}]',
    `${ORIGIN}/a\n`,
    { url: ORIGIN + '/x/sitemap.txt' },
  ],
  [
    'txt bom per line',
    'text [{"loc":"~/a"},{"loc":"~/b"}]',
    `\ufeff${ORIGIN}/a\n\ufeff${ORIGIN}/b`,
    TEXT,
  ],
  ['rss no link, guid abs', 'rss [{"loc":"~/a"}]', rss(`<item><guid>${ORIGIN}/a</guid></item>`)],
  [
    'rss guid false',
    'rss missing-loc [{"loc":"~/b"}]',
    rss(
      `<item><guid isPermaLink="false">${ORIGIN}/a</guid></item><item><link>${ORIGIN}/b</link></item>`,
    ),
  ],
  ['rss guid tag', 'rss missing-loc []', rss(`<item><guid>tag:x,2024:1</guid></item>`)],
  [
    'rss guid relative true',
    'rss missing-loc []',
    rss(`<item><guid isPermaLink="true">/a</guid></item>`),
  ],
  [
    'rss link empty guid',
    'rss [{"loc":"~/a"}]',
    rss(`<item><link/><guid>${ORIGIN}/a</guid></item>`),
  ],
  [
    'rss atom:link in item',
    'rss [{"loc":"~/a"}]',
    `${DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><item><atom:link href="${ORIGIN}/x" rel="self"/><link>${ORIGIN}/a</link></item></channel></rss>`,
  ],
  [
    'rss link cdata',
    'rss [{"loc":"~/a?b&c","lastmod":"2024-05-06T05:08:09.000Z"}]',
    rss(
      `<item><link><![CDATA[ ${ORIGIN}/a?b&c ]]></link><pubDate><![CDATA[Mon, 06 May 2024 07:08:09 +0200]]></pubDate></item>`,
    ),
  ],
  [
    'rss pubdate bad',
    'rss invalid-lastmod [{"loc":"~/a"}]',
    rss(`<item><link>${ORIGIN}/a</link><pubDate>gestern</pubDate></item>`),
  ],
  [
    'rss pubdate iso',
    'rss [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    rss(`<item><link>${ORIGIN}/a</link><pubDate>2024-05-06T07:08:09Z</pubDate></item>`),
  ],
  [
    'rss pubdate est',
    'rss [{"loc":"~/a","lastmod":"2024-05-06T12:08:00.000Z"}]',
    rss(`<item><link>${ORIGIN}/a</link><pubDate>Mon, 6 May 2024 07:08 EST</pubDate></item>`),
  ],
  [
    'rss pubdate wrong day',
    'rss [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    rss(`<item><link>${ORIGIN}/a</link><pubDate>Tue, 06 May 2024 07:08:09 GMT</pubDate></item>`),
  ],
  [
    'rss pubdate Z',
    'rss [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    rss(`<item><link>${ORIGIN}/a</link><pubDate>Mon, 06 May 2024 07:08:09 Z</pubDate></item>`),
  ],
  [
    'rss pubdate neg',
    'rss [{"loc":"~/a","lastmod":"2024-05-06T14:08:09.000Z"}]',
    rss(`<item><link>${ORIGIN}/a</link><pubDate>Mon, 06 May 2024 07:08:09 -0700</pubDate></item>`),
  ],
  ['rss 0.91', 'rss [{"loc":"~/a"}]', rss(`<item><link>${ORIGIN}/a</link></item>`, '0.91')],
  [
    'rss 1.0',
    'rss [{"loc":"~/a"}]',
    `${DECLARATION}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="${ORIGIN}/"><link>${ORIGIN}/</link></channel><item rdf:about="${ORIGIN}/a"><title>x</title><link>${ORIGIN}/a</link><dc:date>2024-05-06T07:08:09Z</dc:date></item></rdf:RDF>`,
  ],
  [
    'rss no version',
    'rss [{"loc":"~/a"}]',
    `<rss><channel><item><link>${ORIGIN}/a</link></item></channel></rss>`,
  ],
  [
    'rss upper',
    'rss tag-case [{"loc":"~/a"}]',
    `<RSS version="2.0"><CHANNEL><ITEM><LINK>${ORIGIN}/a</LINK></ITEM></CHANNEL></RSS>`,
  ],
  ['rss empty', 'rss []', rss('')],
  [
    'rss self-closed item',
    'rss missing-loc [{"loc":"~/b"}]',
    rss(`<item/><item><link>${ORIGIN}/b</link></item>`),
  ],
  [
    'rss two links',
    'rss multiple-loc [{"loc":"~/a"}]',
    rss(`<item><link>${ORIGIN}/a</link><link>${ORIGIN}/b</link></item>`),
  ],
  [
    'rss media only',
    'rss missing-loc []',
    `${DECLARATION}<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item><media:content url="${ORIGIN}/v.mp4"><media:player url="${ORIGIN}/p"/></media:content></item></channel></rss>`,
  ],
  [
    'rss media group',
    'rss [{"loc":"~/a"}]',
    `${DECLARATION}<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item><link>${ORIGIN}/a</link><media:group><media:content url="${ORIGIN}/v.mp4"/><media:link>${ORIGIN}/z</media:link></media:group></item></channel></rss>`,
  ],
  ['rss cross', 'rss cross-host []', rss(`<item><link>https://other.example/a</link></item>`)],
  [
    'rss item w html desc',
    'rss [{"loc":"~/a"}]',
    rss(
      `<item><link>${ORIGIN}/a</link><description><p>hi<link>${ORIGIN}/x</link></p></description></item>`,
    ),
  ],
  [
    'rss default ns',
    'rss [{"loc":"~/a"}]',
    `<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel><item><link>${ORIGIN}/a</link></item></channel></rss>`,
  ],
  [
    'rss source/comments',
    'rss [{"loc":"~/a"}]',
    rss(
      `<item><comments>${ORIGIN}/c</comments><source url="${ORIGIN}/s">x</source><enclosure url="${ORIGIN}/e" length="1" type="x"/><link>${ORIGIN}/a</link></item>`,
    ),
  ],
  [
    'rss amp raw',
    'rss unescaped-ampersand [{"loc":"~/a?x=1&y=2"}]',
    rss(`<item><link>${ORIGIN}/a?x=1&y=2</link></item>`),
  ],
  [
    'rss nbsp in title',
    'rss [{"loc":"~/a"}]',
    rss(`<item><title>a&nbsp;b</title><link>${ORIGIN}/a</link></item>`),
  ],
  [
    'atom 0.3',
    'atom [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    `${DECLARATION}<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" href="${ORIGIN}/a"/><modified>2024-05-06T07:08:09Z</modified><issued>2024-01-01T00:00:00Z</issued></entry></feed>`,
  ],
  [
    'atom prefixed',
    'atom [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    `${DECLARATION}<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:link href="${ORIGIN}/a"/><a:updated>2024-05-06T07:08:09Z</a:updated></a:entry></a:feed>`,
  ],
  [
    'atom no ns',
    'atom wrong-namespace [{"loc":"~/a"}]',
    `${DECLARATION}<feed><entry><link href="${ORIGIN}/a"/></entry></feed>`,
  ],
  ['atom relative', 'atom relative-loc [{"loc":"~/a"}]', atom(`<entry><link href="/a"/></entry>`)],
  [
    'atom two alternates',
    'atom [{"loc":"~/a"}]',
    atom(
      `<entry><link rel="alternate" type="text/html" href="${ORIGIN}/a"/><link rel="alternate" type="application/json" href="${ORIGIN}/a.json"/></entry>`,
    ),
  ],
  [
    'atom rel empty',
    'atom [{"loc":"~/a"}]',
    atom(`<entry><link rel="" href="${ORIGIN}/a"/></entry>`),
  ],
  [
    'atom href empty',
    'atom [{"loc":"~/a"}]',
    atom(`<entry><link href=""/><link href="${ORIGIN}/a"/></entry>`),
  ],
  [
    'atom rel self first',
    'atom [{"loc":"~/a"}]',
    atom(
      `<entry><link rel="self" href="${ORIGIN}/x"/><link rel="enclosure" href="${ORIGIN}/y"/><link href="${ORIGIN}/a"/></entry>`,
    ),
  ],
  [
    'atom source',
    'atom [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    atom(
      `<entry><source><link href="${ORIGIN}/s"/><updated>2000-01-01T00:00:00Z</updated></source><link href="${ORIGIN}/a"/><updated>2024-05-06T07:08:09Z</updated></entry>`,
    ),
  ],
  [
    'atom content xhtml',
    'atom [{"loc":"~/a"}]',
    atom(
      `<entry><link href="${ORIGIN}/a"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><link href="${ORIGIN}/x"/></div></content></entry>`,
    ),
  ],
  [
    'atom date only',
    'atom [{"loc":"~/a","lastmod":"2024-05-06T00:00:00.000Z"}]',
    atom(`<entry><link href="${ORIGIN}/a"/><updated>2024-05-06</updated></entry>`),
  ],
  [
    'atom bad date',
    'atom invalid-lastmod [{"loc":"~/a"}]',
    atom(
      `<entry><link href="${ORIGIN}/a"/><updated>x</updated><published>2024-05-06T07:08:09Z</published></entry>`,
    ),
  ],
  [
    'atom both dates',
    'atom [{"loc":"~/a","lastmod":"2024-05-06T07:08:09.000Z"}]',
    atom(
      `<entry><link href="${ORIGIN}/a"/><published>2020-01-01T00:00:00Z</published><updated>2024-05-06T07:08:09Z</updated></entry>`,
    ),
  ],
  ['atom id only', 'atom missing-loc []', atom(`<entry><id>${ORIGIN}/a</id></entry>`)],
  [
    'atom single quotes',
    'atom [{"loc":"~/a?x=1&y=2"}]',
    atom(`<entry><link href='${ORIGIN}/a?x=1&amp;y=2' rel='alternate'></link></entry>`),
  ],
  [
    'atom cross',
    'atom cross-host []',
    atom(`<entry><link href="https://other.example/a"/></entry>`),
  ],
  ['atom empty', 'atom []', atom('')],
]
