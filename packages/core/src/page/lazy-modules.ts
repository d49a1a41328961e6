// Modules that cost more to load than a short crawl costs to run. They are required at first touch, not imported, because the
// places that touch them (`page.$`) are synchronous. All of them are the CommonJS builds, so that they share one htmlparser2.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** htmlparser2: the tokenizer of the scan, and the parser under `page.$`. */
export function htmlparser2(): typeof import('htmlparser2') {
  return require('htmlparser2') as typeof import('htmlparser2')
}

/** cheerio on htmlparser2 alone. */
export function cheerioSlim(): typeof import('cheerio/slim') {
  return require('cheerio/slim') as typeof import('cheerio/slim')
}

/** cheerio with parse5 beside it. */
export function cheerioFull(): typeof import('cheerio') {
  return require('cheerio') as typeof import('cheerio')
}
