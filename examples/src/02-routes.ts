// Routes: listings are followed, items become typed records, one JSON line each. Records are committed together with their page.
import { createCrawler } from '@curtsy/core'
import { exampleWeb } from './example-web.ts'

interface Item {
  readonly url: string
  readonly name: string
  readonly price: number
  readonly currency: string
}

const web = await exampleWeb('shop.demo')
const crawler = createCrawler({
  ...web.options,
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  maxPages: 40,
  routes: [
    {
      match: '/item/*',
      onPage(page) {
        const [ld] = page.$('script[type="application/ld+json"]').toArray()
        if (ld === undefined) return
        const data = JSON.parse(page.$(ld).text())
        const item: Item = {
          url: page.url.href,
          name: data.name,
          price: Number(data.offers.price),
          currency: data.offers.priceCurrency,
        }
        page.push(item)
      },
    },
    { match: '*', onPage: (page) => page.follow() },
  ],
})
const report = await crawler.run()
for await (const record of crawler.records()) console.log(JSON.stringify(record))
console.error(
  `${report.delivered} pages, ${report.refused['disallow-rule'] ?? 0} closed by robots.txt`,
)
await web.close()
