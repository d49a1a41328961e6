// Only what the sitemaps name: nothing is followed. The files are found in robots.txt and fetched as politely as pages.
import { createCrawler } from '@curtsy/core'
import { exampleWeb } from './example-web.ts'

const web = await exampleWeb('shop.demo')
const crawler = createCrawler({
  ...web.options,
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  sitemaps: true,
  maxPages: 20,
  onPage: (page) => console.log(`${page.url.href}  named by ${page.via ?? 'the seed'}`),
})
const { sitemaps, delivered, waiting } = await crawler.run()
console.log(
  `${sitemaps.delivered} sitemap files, ${delivered} pages, waiting: ${JSON.stringify(waiting)}`,
)
await web.close()
