// A plugin in 15 lines: it adds a typed field to every page, counts, and says at the end what it saw.
import { createCrawler, definePlugin } from '@curtsy/core'
import { exampleWeb } from './example-web.ts'

function wordCount() {
  let pages = 0
  let words = 0
  return definePlugin({
    name: 'word-count',
    extend(page) {
      const count = page.$('body').text().split(/\s+/).filter(Boolean).length
      pages += 1
      words += count
      return { words: count }
    },
    close: () => console.log(`${words} words on ${pages} pages`),
  })
}

const web = await exampleWeb('forum.demo')
const crawler = createCrawler({
  ...web.options,
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  maxPages: 10,
  include: ['/thread/*'],
  plugins: [wordCount()],
  onPage(page) {
    console.log(`${page.words} words: ${page.url.href}`)
    page.follow()
  },
})
await crawler.run()
await web.close()
