// The smallest crawler: every page of a host, its title, and how many new links it had.
import { createCrawler } from '@curtsy/core'
import { exampleWeb } from './example-web.ts'

const web = await exampleWeb('manual.demo')
const crawler = createCrawler({
  ...web.options,
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  onPage: (page) => console.log(`${page.url.href}  ${page.title ?? ''}  +${page.follow()}`),
})
console.log(await crawler.run())
await web.close()
