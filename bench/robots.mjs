#!/usr/bin/env node
// @curtsy/robots beside robots-parser in one run: microseconds of CPU a parse and a match, and what many stars cost.
//   npx --yes pnpm@12.21.0 build && BENCH_MODULES=<folder with robots-parser> node bench/robots.mjs
// Without BENCH_MODULES only Curtsy is measured. One JSON line a figure; ratios of one run are what counts on a shared machine.
import { load } from './adapters/lib.mjs'
import { parseRobots } from '../packages/robots/dist/index.js'

const WORDS = ['alpha', 'news', 'student', 'night', 'shop', 'search', 'world', 'private', 'product', 'review', 'category', 'article']
const ORIGIN = 'http://a.example'
const ROUNDS = 9
let sink = 0

// The file of parse.mjs: five small groups, then `*` with prefixes, patterns that end with $ and patterns with a parameter mixed.
function file(rules) {
  let text = ''
  for (let g = 0; g < 5; g++) text += `User-agent: bot${'abcde'[g]}\nDisallow: /x${g}/\n\n`
  text += 'User-agent: *\n'
  for (let i = 0; i < rules; i++) {
    const word = WORDS[i % 12]
    text += i % 7 === 3 ? 'Allow: ' : 'Disallow: '
    text += i % 5 === 0 ? `/*/${word}-${i}$\n` : i % 5 === 1 ? `/${word}/*?p${i}=\n` : `/${word}/${WORDS[(i * 7) % 12]}-${i}/\n`
  }
  return `${text}Sitemap: ${ORIGIN}/sitemap.xml\n`
}
const urls = Array.from(
  { length: 1000 },
  (_, i) => `${ORIGIN}/${WORDS[i % 12]}/${WORDS[(i * 7) % 12]}-${i}/${WORDS[(i * 5) % 12]}-${WORDS[(i * 11) % 12]}.html?p=${i}`,
)

const cpuUs = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
/** Median over rounds of CPU microseconds a unit; one round before them warms up. */
function measure(units, work) {
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = cpuUs()
    work()
    if (round > 0) rounds.push((cpuUs() - before) / units)
  }
  return +rounds.sort((a, b) => a - b)[ROUNDS >> 1].toFixed(3)
}
const print = (figure) => console.log(JSON.stringify(figure))

const peer = process.env.BENCH_MODULES ? (await load('robots-parser')).default : undefined
const parsers = {
  curtsy: (text) => parseRobots(text),
  ...(peer && { 'robots-parser': (text) => peer(`${ORIGIN}/robots.txt`, text) }),
}
const allowed = {
  curtsy: (robots, url) => robots.check(url, 'curtsy').allowed,
  'robots-parser': (robots, url) => robots.isAllowed(url, 'curtsy'),
}

for (const rules of [10, 100, 1000]) {
  const text = file(rules)
  const parse = {}
  const match = {}
  const firstMatch = {}
  for (const [name, read] of Object.entries(parsers)) {
    parse[name] = measure(200, () => {
      for (let i = 0; i < 200; i++) sink += read(text) ? 1 : 0
    })
    firstMatch[name] = measure(200, () => {
      for (let i = 0; i < 200; i++) sink += allowed[name](read(text), urls[i]) ? 1 : 0
    })
    const robots = read(text)
    match[name] = measure(20_000, () => {
      for (let n = 0; n < 20; n++) for (const url of urls) sink += allowed[name](robots, url) ? 1 : 0
    })
  }
  const ratio = (figures) => (peer ? { ratio: +(figures['robots-parser'] / figures.curtsy).toFixed(1) } : {})
  print({ rules, what: 'parse', unit: 'us', ...parse, ...ratio(parse) })
  print({ rules, what: 'parse and first match', unit: 'us', ...firstMatch, ...ratio(firstMatch) })
  print({ rules, what: 'match', unit: 'us', ...match, ...ratio(match) })
}

// Many stars against a long path. Peers are left out: some do not come back from this.
for (const letters of [5_000, 10_000, 20_000, 40_000]) {
  const robots = parseRobots(`User-agent: *\nDisallow: /${'a*'.repeat(40)}b$\nDisallow: /${'*a'.repeat(40)}b\n`)
  const url = `${ORIGIN}/${'a'.repeat(letters)}`
  print({ what: '40 stars', letters, unit: 'us', curtsy: measure(20, () => { for (let i = 0; i < 20; i++) sink += robots.check(url, 'curtsy').allowed ? 1 : 0 }) })
}
const nasty = `User-agent: *\n${'Disallow: /*aaaaaaaaab\n'.repeat(48_000)}`.slice(0, 1024 * 1024)
const robots = parseRobots(nasty)
for (const [what, path] of [['2 KiB of a', 'a'.repeat(2048)], ['2 KiB of a and ab', `${'a'.repeat(8)}b`.repeat(228)]]) {
  print({ what: `1 MiB file, ${what}`, unit: 'us', curtsy: measure(5, () => { for (let i = 0; i < 5; i++) sink += robots.check(`${ORIGIN}/${path}`, 'curtsy').allowed ? 1 : 0 }) })
}
print({ what: 'parse of the 1 MiB file', unit: 'us', curtsy: measure(3, () => { for (let i = 0; i < 3; i++) sink += parseRobots(nasty).sitemaps.length }) })
void sink
