// One robots.txt, asked directly: may this be fetched, by which rule, and how long must we wait? No crawler involved.
import { parseRobots } from '@curtsy/robots'

const robots = parseRobots(`
User-agent: *
Crawl-delay: 2
Disallow: /private/
Allow: /private/press/

User-agent: ExampleBot
Disallow: /search
`)

for (const [url, token] of [
  ['https://example.com/private/diary', 'OtherBot'],
  ['https://example.com/private/press/2026', 'OtherBot'],
  ['https://example.com/searchable', 'ExampleBot-Image'],
] as const) {
  const tokens = token.split('-').map((_, n, parts) => parts.slice(0, parts.length - n).join('-'))
  const { allowed, reason, rule } = robots.check(url, tokens)
  console.log(
    `${token} ${allowed ? 'may' : 'may not'} fetch ${url}: ${reason}${rule ? `, line ${rule.line}` : ''}`,
  )
}
console.log('ExampleBot waits', robots.crawlDelay('ExampleBot'))
