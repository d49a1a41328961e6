// Extensions with all fields, indexes, and whose locations count.
import {
  DECLARATION,
  NAMESPACE,
  ORIGIN,
  PAGE,
  locOf,
  urlOf,
  urlset,
} from './documents.test-support.ts'
import type { Further } from './documents.test-support.ts'

export const EXTENSIONS_AND_HOSTS: readonly Further[] = [
  [
    'img rel',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i.png"}]}]',
    urlOf(`<loc>${ORIGIN}/a</loc><image:image><image:loc>/i.png</image:loc></image:image>`),
  ],
  [
    'img bad',
    'urlset [{"loc":"~/a"}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>ftp://x/i</image:loc></image:image><image:image><image:loc>data:image/png,x</image:loc></image:image>`,
    ),
  ],
  [
    'img all',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i","caption":"C","geoLocation":"Bern","title":"T","license":"~/l"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:caption>C</image:caption><image:geo_location>Bern</image:geo_location><image:title>T</image:title><image:license>${ORIGIN}/l</image:license></image:image>`,
    ),
  ],
  [
    'img order license rel',
    'urlset [{"loc":"~/a","images":[{"title":"T\\n t","license":"~/nope%20nope","loc":"~/i"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:title>  T\n t </image:title><image:license>nope nope</image:license><image:loc> ${ORIGIN}/i </image:loc></image:image>`,
    ),
  ],
  [
    'img twice loc',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:loc>${ORIGIN}/j</image:loc></image:image>`,
    ),
  ],
  [
    'img loc direct',
    'urlset [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><image:loc>${ORIGIN}/i</image:loc>`),
  ],
  [
    'img title empty',
    'urlset [{"loc":"~/a","images":[{"loc":"~/i"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:title></image:title><image:caption/></image:image>`,
    ),
  ],
  [
    'img nested loc',
    'urlset [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><image:image><loc>${ORIGIN}/i</loc></image:image>`),
  ],
  [
    'img undefined ent',
    'urlset undefined-entity [{"loc":"~/a","images":[{"loc":"~/i","title":"&copy; x"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><image:image><image:loc>${ORIGIN}/i</image:loc><image:title>&copy; x</image:title></image:image>`,
    ),
  ],
  [
    'img outside url',
    'urlset [{"loc":"~/a"}]',
    urlset(`<image:image><image:loc>${ORIGIN}/i</image:loc></image:image>${PAGE}`),
  ],
  [
    'video full',
    'urlset [{"loc":"~/a","video":[{"thumbnailLoc":"~/t","title":"T","description":"D","contentLoc":"~/v","playerLoc":"~/p","duration":600,"expirationDate":"2024-05-05T23:08:09.000Z","rating":4.2,"viewCount":12345,"publicationDate":"2024-05-06T00:00:00.000Z","familyFriendly":"yes","requiresSubscription":"no","uploader":"U","live":"no","category":"C","tags":["a","b"]}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><video:video><video:thumbnail_loc>${ORIGIN}/t</video:thumbnail_loc><video:title>T</video:title><video:description>D</video:description><video:content_loc>${ORIGIN}/v</video:content_loc><video:player_loc allow_embed="yes" autoplay="ap=1">${ORIGIN}/p</video:player_loc><video:duration>600</video:duration><video:expiration_date>2024-05-06T07:08:09+08:00</video:expiration_date><video:rating>4.2</video:rating><video:view_count>12345</video:view_count><video:publication_date>2024-05-06</video:publication_date><video:family_friendly>yes</video:family_friendly><video:restriction relationship="allow">IE GB</video:restriction><video:gallery_loc>${ORIGIN}/g</video:gallery_loc><video:price currency="EUR">1.99</video:price><video:requires_subscription>no</video:requires_subscription><video:uploader info="${ORIGIN}/u">U</video:uploader><video:live>no</video:live><video:platform relationship="allow">web</video:platform><video:category>C</video:category><video:tag>a</video:tag><video:tag>b</video:tag></video:video>`,
    ),
  ],
  [
    'video bad duration',
    'urlset [{"loc":"~/a","video":[{"title":"T"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><video:video><video:title>T</video:title><video:duration>10:00</video:duration></video:video>`,
    ),
  ],
  [
    'video bad date',
    'urlset [{"loc":"~/a","video":[{"title":"T"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><video:video><video:title>T</video:title><video:publication_date>foo</video:publication_date></video:video>`,
    ),
  ],
  [
    'video empty',
    'urlset [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><video:video/><video:video></video:video>`),
  ],
  [
    'news full',
    'urlset [{"loc":"~/a","news":{"access":"Subscription","genres":"Blog","publicationDate":"2024-05-06T00:00:00.000Z","title":"T","keywords":"a, b","stockTickers":"NASDAQ:A","name":"N","language":"en"}}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication><news:access>Subscription</news:access><news:genres>Blog</news:genres><news:publication_date>2024-05-06</news:publication_date><news:title>T</news:title><news:keywords>a, b</news:keywords><news:stock_tickers>NASDAQ:A</news:stock_tickers></news:news>`,
    ),
  ],
  [
    'news bad date',
    'urlset [{"loc":"~/a","news":{"title":"T"}}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><news:news><news:title>T</news:title><news:publication_date>foo</news:publication_date></news:news>`,
    ),
  ],
  [
    'alt self ns',
    'urlset [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="${ORIGIN}/de"/>`,
    ),
  ],
  [
    'alt bare link',
    'urlset [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><link rel="alternate" hreflang="de" href="${ORIGIN}/de"/>`),
  ],
  [
    'alt rel',
    'urlset [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de"}]}]',
    urlOf(`<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="/de"/>`),
  ],
  [
    'alt caps',
    'urlset [{"loc":"~/a","alternates":[{"hreflang":"DE","href":"~/de"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><xhtml:link rel="ALTERNATE" hreflang="DE" href="${ORIGIN}/de" media="x"/>`,
    ),
  ],
  [
    'alt bad href',
    'urlset [{"loc":"~/a"}]',
    urlOf(`<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="javascript:x"/>`),
  ],
  [
    'alt hreflang list ws',
    'urlset [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang=" de " href=" ${ORIGIN}/de "/>`,
    ),
  ],
  [
    'alt gt in href',
    'urlset [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de?a%3Eb"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de?a>b"/>`,
    ),
  ],
  [
    'alt bad amp only',
    'urlset unescaped-ampersand [{"loc":"~/a","alternates":[{"hreflang":"de","href":"~/de?a=1&b=2&c=3"}]}]',
    urlOf(
      `<loc>${ORIGIN}/a</loc><xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de?a=1&amp;b=2&c=3"/>`,
    ),
  ],
  [
    'mobile undeclared',
    'urlset undeclared-prefix [{"loc":"~/a"}]',
    `${DECLARATION}<urlset xmlns="${NAMESPACE}"><url><loc>${ORIGIN}/a</loc><mobile:mobile/></url></urlset>`,
  ],
  [
    'idx change',
    'sitemapindex invalid-lastmod [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc><changefreq>foo</changefreq><priority>9</priority><lastmod>foo</lastmod></sitemap></sitemapindex>`,
  ],
  [
    'idx missing',
    'sitemapindex missing-loc []',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><lastmod>2024-01-01</lastmod></sitemap><sitemap/></sitemapindex>`,
  ],
  [
    'idx dup',
    'sitemapindex [{"loc":"~/s.xml"},{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>`,
  ],
  [
    'idx outside',
    'sitemapindex [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>`,
    { url: ORIGIN + '/x/i.xml' },
  ],
  [
    'idx multi loc',
    'sitemapindex multiple-loc [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc><loc>${ORIGIN}/t.xml</loc></sitemap></sitemapindex>`,
  ],
  [
    'idx urlset inside',
    'sitemapindex misplaced-element [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap><urlset>${PAGE}</urlset></sitemapindex>`,
  ],
  [
    'idx ws loc',
    'sitemapindex whitespace-in-loc [{"loc":"~/sxml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>\n ${ORIGIN}/s\n xml</loc></sitemap></sitemapindex>`,
  ],
  [
    'idx two kinds glued',
    'sitemapindex trailing-content [{"loc":"~/s.xml"}]',
    `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>${ORIGIN}/s.xml</loc></sitemap></sitemapindex>${urlset(PAGE)}`,
  ],
  ['scope trailing dot', 'urlset cross-host []', locOf('https://www.example.com./a')],
  ['scope http 443', 'urlset cross-host []', locOf('http://www.example.com:443/a')],
  [
    'scope http->https',
    'urlset [{"loc":"~/a"}]',
    locOf('https://www.example.com/a'),
    { url: 'http://www.example.com/sitemap.xml' },
  ],
  [
    'scope 8080',
    'urlset [{"loc":"~:8080/a"}]',
    locOf('https://www.example.com:8080/a'),
    { url: 'https://www.example.com:8080/sitemap.xml' },
  ],
  [
    'scope 8080 http vs https',
    'urlset [{"loc":"http://www.example.com:8080/a"}]',
    locOf('http://www.example.com:8080/a'),
    { url: 'https://www.example.com:8080/sitemap.xml' },
  ],
  [
    'scope cs case',
    'urlset [{"loc":"https://host1.example.org/a"}]',
    locOf('https://Host1.example.org/a'),
    { crossSubmitHosts: ['HOST1.Example.ORG'] },
  ],
  [
    'scope cs port',
    'urlset cross-host []',
    locOf('https://h.example.org:8443/a'),
    { crossSubmitHosts: ['h.example.org'] },
  ],
  [
    'scope cs port2',
    'urlset [{"loc":"https://h.example.org:8443/a"}]',
    locOf('https://h.example.org:8443/a'),
    { crossSubmitHosts: ['h.example.org:8443'] },
  ],
  [
    'scope cs http',
    'urlset [{"loc":"http://h.example.org/a"}]',
    locOf('http://h.example.org/a'),
    { crossSubmitHosts: ['h.example.org'] },
  ],
  [
    'scope cs sub',
    'urlset cross-host []',
    locOf('https://x.h.example.org/a'),
    { crossSubmitHosts: ['h.example.org'] },
  ],
  [
    'scope cs 443',
    'urlset [{"loc":"https://h.example.org/a"}]',
    locOf('https://h.example.org/a'),
    { crossSubmitHosts: ['h.example.org:443'] },
  ],
  [
    'scope cs 80',
    'urlset [{"loc":"http://h.example.org/a"}]',
    locOf('http://h.example.org/a'),
    { crossSubmitHosts: ['h.example.org:80'] },
  ],
  [
    'scope path prefix',
    'urlset outside-path [{"loc":"~/catalogue/a"}]',
    locOf(ORIGIN + '/catalogue/a'),
    { url: ORIGIN + '/catalog/sitemap.xml' },
  ],
  [
    'scope path exact dir',
    'urlset outside-path [{"loc":"~/catalog"}]',
    locOf(ORIGIN + '/catalog'),
    { url: ORIGIN + '/catalog/sitemap.xml' },
  ],
  [
    'scope path dir',
    'urlset [{"loc":"~/catalog/"}]',
    locOf(ORIGIN + '/catalog/'),
    { url: ORIGIN + '/catalog/sitemap.xml' },
  ],
  [
    'scope path case',
    'urlset outside-path [{"loc":"~/Catalog/a"}]',
    locOf(ORIGIN + '/Catalog/a'),
    { url: ORIGIN + '/catalog/sitemap.xml' },
  ],
  [
    'scope path enc',
    'urlset outside-path [{"loc":"~/%63atalog/a"}]',
    locOf(ORIGIN + '/%63atalog/a'),
    { url: ORIGIN + '/catalog/sitemap.xml' },
  ],
  [
    'scope path dotdot',
    'urlset outside-path [{"loc":"~/a"}]',
    locOf(ORIGIN + '/catalog/../a'),
    { url: ORIGIN + '/catalog/sitemap.xml' },
  ],
  [
    'scope slash url',
    'urlset [{"loc":"~/a"}]',
    locOf(ORIGIN + '/a'),
    { url: ORIGIN + '/catalog/' },
  ],
  [
    'scope ip',
    'urlset [{"loc":"http://127.0.0.1/a"}]',
    locOf('http://127.0.0.1/a'),
    { url: 'http://127.0.0.1/sitemap.xml' },
  ],
]
