// Namespaces, CDATA, comments, references, white space and fields as files in the wild have them.
import {
  DECLARATION,
  LAST,
  NAMESPACE,
  ORIGIN,
  PAGE,
  locOf,
  urlOf,
  urlset,
} from './documents.test-support.ts'
import type { Further } from './documents.test-support.ts'

export const NAMES_AND_TEXT: readonly Further[] = [
  [
    'ns prefix undeclared root',
    'urlset wrong-namespace [{"loc":"~/a"}]',
    `${DECLARATION}<sm:urlset><sm:url><sm:loc>${ORIGIN}/a</sm:loc></sm:url></sm:urlset>`,
  ],
  [
    'ns empty',
    'urlset wrong-namespace [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="">${PAGE}</urlset>`,
  ],
  [
    'ns reset on child',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url xmlns=""><loc>${ORIGIN}/a</loc></url></urlset>`,
  ],
  [
    'ns repeated on child',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url xmlns="${NAMESPACE}"><loc xmlns="${NAMESPACE}">${ORIGIN}/a</loc></url></urlset>`,
  ],
  [
    'ns root prefix, children none',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<s:urlset xmlns:s="${NAMESPACE}">${PAGE}</s:urlset>`,
  ],
  [
    'ns root default, children prefixed',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:s="${NAMESPACE}"><s:url><s:loc>${ORIGIN}/a</s:loc></s:url></urlset>`,
  ],
  [
    'ns both prefixes',
    'urlset [{"loc":"~/a"},{"loc":"~/ok"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:s="${NAMESPACE}"><url><s:loc>${ORIGIN}/a</s:loc></url>${LAST}</urlset>`,
  ],
  [
    'ns foreign url',
    'urlset [{"loc":"~/ok"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:f="urn:f"><f:url><f:loc>${ORIGIN}/a</f:loc></f:url>${LAST}</urlset>`,
  ],
  [
    'ns foreign lastmod',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:f="urn:f"><url><loc>${ORIGIN}/a</loc><f:lastmod>2020-01-01</f:lastmod><f:priority>0.1</f:priority></url></urlset>`,
  ],
  [
    'ns uppercase uri',
    'urlset wrong-namespace [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="HTTP://WWW.SITEMAPS.ORG/schemas/sitemap/0.9">${PAGE}</urlset>`,
  ],
  [
    'ns uri with space',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns=" ${NAMESPACE} ">${PAGE}</urlset>`,
  ],
  [
    'ns uri entity',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap&#x2F;0.9">${PAGE}</urlset>`,
  ],
  [
    'ns video undeclared',
    'urlset undeclared-prefix [{"loc":"~/a","video":[{"title":"T"}]}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/a</loc><video:video><video:title>T</video:title></video:video></url></urlset>`,
  ],
  [
    'ns xhtml undeclared',
    'urlset undeclared-prefix [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de"}]}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de"/></url></urlset>`,
  ],
  [
    'ns news undeclared',
    'urlset undeclared-prefix [{"loc":"~/a","news":{"title":"T"}}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/a</loc><news:news><news:title>T</news:title></news:news></url></urlset>`,
  ],
  [
    'ns image old uri',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i.png"}]}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.0"><url><loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i.png</image:loc></image:image></url></urlset>`,
  ],
  [
    'ns image https',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i.png"}]}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:image="https://www.google.com/schemas/sitemap-image/1.1/"><url><loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i.png</image:loc></image:image></url></urlset>`,
  ],
  [
    'ns image with default decl',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i.png"}]}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/a</loc><image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>${ORIGIN}/i.png</loc></image></url></urlset>`,
  ],
  [
    'ns 0.84 index',
    'sitemapindex wrong-namespace [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="http://www.google.com/schemas/sitemap/0.84"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>`,
  ],
  [
    'ns index none',
    'sitemapindex wrong-namespace [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>`,
  ],
  [
    'ns 0.90',
    'urlset wrong-namespace [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.90">${PAGE}</urlset>`,
  ],
  ['cdata empty', 'urlset missing-loc []', locOf('<![CDATA[]]>')],
  ['cdata ws', 'urlset missing-loc []', locOf('<![CDATA[  ]]>')],
  ['cdata two', 'urlset [{"loc":"~/a"}]', locOf(`<![CDATA[${ORIGIN}]]><![CDATA[/a]]>`)],
  ['cdata newline', 'urlset [{"loc":"~/a"}]', locOf(`\n<![CDATA[\n${ORIGIN}/a\n]]>\n`)],
  ['cdata lower', 'urlset malformed-xml []', urlOf(`<loc><![cdata[${ORIGIN}/a]]></loc>`)],
  [
    'cdata in urlset',
    'urlset [{"loc":"~/a"}]',
    urlset(`<![CDATA[ <url><loc>${ORIGIN}/x</loc></url> ]]>${PAGE}`),
  ],
  [
    'cdata w comment',
    'urlset [{"loc":"~/a%3C!--x--%3Eb"}]',
    locOf(`<![CDATA[${ORIGIN}/a<!--x-->b]]>`),
  ],
  [
    'cdata w amp entity numeric',
    'urlset [{"loc":"~/a&#38;b"}]',
    locOf(`<![CDATA[${ORIGIN}/a&#38;b]]>`),
  ],
  [
    'cdata prio',
    'urlset [{"loc":"~/a","priority":0.7}]',
    urlOf(`<loc>${ORIGIN}/a</loc><priority><![CDATA[0.7]]></priority>`),
  ],
  [
    'cdata title',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i","title":"a <b> & c"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:title><![CDATA[a <b> & c]]></image:title></image:image>`,
    ),
  ],
  [
    'cdata illegal char',
    'urlset illegal-character [{"loc":"~/ab"}]',
    locOf(`<![CDATA[${ORIGIN}/a\u0001b]]>`),
  ],
  ['comment in loc mid-url', 'urlset [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a<!-- x -->b`)],
  [
    'comment in lastmod',
    'urlset [{"loc":"~/a","lastmod":"2024-05-06T00:00:00.000Z"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><lastmod>2024-<!-- y -->05-06</lastmod>`),
  ],
  ['comment <!-->', 'urlset [{"loc":"~/ok"}]', urlset(`<!-->${PAGE}-->${LAST}`)],
  ['comment <!--->', 'urlset [{"loc":"~/ok"}]', urlset(`<!--->${PAGE}-->${LAST}`)],
  ['comment w cdata', 'urlset [{"loc":"~/a"}]', urlset(`<!-- <![CDATA[ -->${PAGE}<!-- ]]> -->`)],
  ['comment after root', 'urlset [{"loc":"~/a"}]', urlset(PAGE) + '<!-- gen in 3s -->\n<?foo?>\n'],
  [
    'comment before root',
    'urlset [{"loc":"~/a"}]',
    `${DECLARATION}<!-- a --><!-- <urlset> --><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'comment in tag',
    'urlset malformed-xml [{"loc":"~/ok"}]',
    urlset(`<url <!-- x --> ><loc>${ORIGIN}/a</loc></url>${LAST}`),
  ],
  [
    'comment in ext',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i.png"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><!-- c --><image:loc>${ORIGIN}/i<!-- d -->.png</image:loc></image:image>`,
    ),
  ],
  ['pi in loc', 'urlset [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a<?x y?>b`)],
  ['pi w gt', 'urlset [{"loc":"~/a"}]', urlset(`<?php echo "<url>"; ?>${PAGE}`)],
  ['pi unterminated', 'urlset truncated []', urlset(`<?php ${PAGE}`)],
  ['second xml decl in body', 'urlset [{"loc":"~/a"}]', urlset(`${DECLARATION}${PAGE}`)],
  [
    'xml decl 1.1',
    'urlset [{"loc":"~/a"}]',
    `<?xml version="1.1"?><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'xml decl single q standalone',
    'urlset [{"loc":"~/a"}]',
    `<?xml version='1.0' encoding='utf-8' standalone='yes'?><urlset xmlns='${NAMESPACE}'>${PAGE}</urlset>`,
  ],
  [
    'xml decl caps',
    'urlset [{"loc":"~/a"}]',
    `<?XML version="1.0"?><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'xml decl broken',
    'urlset leading-content [{"loc":"~/a"}]',
    `<xml version="1.0"?><urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  [
    'xml decl missing ?',
    'urlset leading-content [{"loc":"~/a"}]',
    `<?xml version="1.0" encoding="UTF-8">\n<urlset xmlns="${NAMESPACE}">${PAGE}</urlset>`,
  ],
  ['ent X upper', 'urlset unescaped-ampersand [{"loc":"~/a&#X26;b"}]', locOf(`${ORIGIN}/a&#X26;b`)],
  ['ent AMP', 'urlset undefined-entity [{"loc":"~/a?x&AMP;b"}]', locOf(`${ORIGIN}/a?x&AMP;b`)],
  ['ent nbsp', 'urlset undefined-entity [{"loc":"~/a&nbsp;b"}]', locOf(`${ORIGIN}/a&nbsp;b`)],
  ['ent quot apos', 'urlset [{"loc":"~/a\'%22"}]', locOf(`${ORIGIN}/a&apos;&quot;`)],
  ['ent nul', 'urlset illegal-character [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a&#0;b`)],
  ['ent tab nl', 'urlset whitespace-in-loc [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a&#10;b&#9;`)],
  ['ent space', 'urlset whitespace-in-loc [{"loc":"~/a%20b"}]', locOf(`${ORIGIN}/a&#32;b`)],
  ['ent lt gt', 'urlset [{"loc":"~/a%3Cb%3E"}]', locOf(`${ORIGIN}/a&lt;b&gt;`)],
  ['ent fffe', 'urlset illegal-character [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a&#xFFFF;b`)],
  [
    'ent no semicolon num',
    'urlset unescaped-ampersand [{"loc":"~/a&#38b"}]',
    locOf(`${ORIGIN}/a&#38b`),
  ],
  [
    'ent empty',
    'urlset unescaped-ampersand [{"loc":"~/a&;&#;&#x;"}]',
    locOf(`${ORIGIN}/a&;&#;&#x;`),
  ],
  ['ent big', 'urlset illegal-character [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a&#x110000;b`)],
  ['ent neg', 'urlset unescaped-ampersand [{"loc":"~/a&#-5;b"}]', locOf(`${ORIGIN}/a&#-5;b`)],
  [
    'ent split name space',
    'urlset unescaped-ampersand whitespace-in-loc [{"loc":"~/a?x=1&%20amp;y=2"}]',
    locOf(`${ORIGIN}/a?x=1& amp;y=2`),
  ],
  [
    'ent in lastmod',
    'urlset [{"loc":"~/a","lastmod":"2024-05-06T00:00:00.000Z"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><lastmod>2024&#45;05&#45;06</lastmod>`),
  ],
  [
    'ent undefined in image title',
    'urlset undefined-entity unescaped-ampersand [{"loc":"~/a","images":[{"loc":"~/i","title":"caf&eacute; & co"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:title>caf&eacute; & co</image:title></image:image>`,
    ),
  ],
  [
    'amp in attr',
    'urlset unescaped-ampersand [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de?a=1&b=2"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de?a=1&b=2"/>`,
    ),
  ],
  [
    'lt in attr',
    'urlset malformed-xml [{"loc":"~/a"}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de?a<b"/>`,
    ),
  ],
  [
    'ws nbsp in loc',
    'urlset whitespace-in-loc [{"loc":"~/a%C2%A0b"}]',
    locOf(`${ORIGIN}/a\u00a0b`),
  ],
  [
    'ws zwsp in loc',
    'urlset whitespace-in-loc [{"loc":"~/a%E2%80%8Bb"}]',
    locOf(`${ORIGIN}/a\u200bb`),
  ],
  ['ws cr', 'urlset [{"loc":"~/a"}]', locOf(`\r\n${ORIGIN}/a\r\n`)],
  ['ws crlf inside', 'urlset whitespace-in-loc [{"loc":"~/ab"}]', locOf(`${ORIGIN}/a\r\n   b`)],
  ['ws ls ps', 'urlset [{"loc":"~/a"}]', locOf(`\u2028${ORIGIN}/a\u2029`)],
  [
    'ws around lastmod nbsp',
    'urlset [{"loc":"~/a","lastmod":"2024-05-06T00:00:00.000Z","priority":0.5}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><lastmod>\u00a02024-05-06\u00a0</lastmod><priority>\u200b0.5</priority>`,
    ),
  ],
  [
    'loc no scheme',
    'urlset relative-loc [{"loc":"~/www.example.com/a"}]',
    locOf(`www.example.com/a`),
  ],
  ['loc dot seg', 'urlset [{"loc":"~/a/b"}]', locOf(`${ORIGIN}/x/../a/./b`)],
  ['loc backslash', 'urlset [{"loc":"~/a"}]', locOf(`https:\\\\www.example.com\\a`)],
  ['loc HTTP upper', 'urlset [{"loc":"~/a"}]', locOf(`HTTPS://WWW.EXAMPLE.COM/a`)],
  [
    'loc idn host',
    'urlset [{"loc":"https://xn--bcher-kva.example/%C3%A4"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>https://bücher.example/ä</loc></url></urlset>`,
    { url: 'https://xn--bcher-kva.example/sitemap.xml' },
  ],
  ['loc port 80 in https', 'urlset cross-host []', locOf(`https://www.example.com:80/a`)],
  ['loc query only', 'urlset relative-loc [{"loc":"~/sitemap.xml?a=1"}]', locOf(`?a=1`)],
  ['loc fragment only', 'urlset relative-loc [{"loc":"~/sitemap.xml#top"}]', locOf(`#top`)],
  ['loc child elem', 'urlset [{"loc":"~/ac"}]', locOf(`${ORIGIN}/a<b>x</b>c`)],
  ['loc empty then full', 'urlset [{"loc":"~/a"}]', urlOf(`<loc/><loc>${ORIGIN}/a</loc>`)],
  ['loc full then empty', 'urlset [{"loc":"~/a"}]', urlOf(`<loc>${ORIGIN}/a</loc><loc/>`)],
  [
    'loc invalid then valid',
    'urlset invalid-loc multiple-loc []',
    urlOf(`<loc>ftp://x/a</loc><loc>${ORIGIN}/a</loc>`),
  ],
  [
    'loc dup same',
    'urlset multiple-loc [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><loc>${ORIGIN}/a</loc>`),
  ],
  ['loc 2047 after encode', 'urlset loc-too-long []', locOf(`${ORIGIN}/${'é'.repeat(400)}`)],
  [
    'lastmod dup',
    'urlset [{"loc":"~/a","lastmod":"2024-01-01T00:00:00.000Z"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><lastmod>2024-01-01</lastmod><lastmod>2025-01-01</lastmod>`),
  ],
  [
    'lastmod dup first bad',
    'urlset invalid-lastmod [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><lastmod>x</lastmod><lastmod>2025-01-01</lastmod>`),
  ],
  [
    'lastMod case',
    'urlset tag-case [{"loc":"~/a","lastmod":"2024-01-01T00:00:00.000Z"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><lastMod>2024-01-01</lastMod>`),
  ],
  [
    'case upper root',
    'urlset tag-case [{"loc":"~/a"}]',
    `${DECLARATION}<URLSET xmlns="${NAMESPACE}"><URL><LOC>${ORIGIN}/a</LOC></URL></URLSET>`,
  ],
  [
    'case mismatch close',
    'urlset tag-case [{"loc":"~/a"},{"loc":"~/ok"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/a</LOC></url>${LAST}</urlset>`,
  ],
  [
    'case image',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i"}]}]',
    urlOf(`<loc>${ORIGIN}/a</loc><image:Image><image:LOC>${ORIGIN}/i</image:LOC></image:Image>`),
  ],
  [
    'case index',
    'sitemapindex tag-case [{"loc":"~/s.xml"}]',
    `${DECLARATION}<SitemapIndex xmlns="${NAMESPACE}"><Sitemap><Loc>${ORIGIN}/s.xml</Loc></Sitemap></SitemapIndex>`,
  ],
]
