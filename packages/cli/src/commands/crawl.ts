import { Command } from 'commander'
import type { CrawlCommandFlags } from '../crawl-run.ts'
import { collected, millisecondsOf, wholeNumberFrom } from '../input/argument-readers.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  A site, politely: one request a second, what its robots.txt allows
    $ curtsy crawl https://example.com/ --agent 'ExampleBot/1.0 (+https://example.com/bot)'
  The name once for all commands that follow
    $ export CURTSY_USER_AGENT='ExampleBot/1.0 (+https://example.com/bot)'
  What that would fetch, and when: only robots.txt is read
    $ curtsy crawl https://example.com/ --dry-run
  Its manual only, at most 500 pages, one JSON line each
    $ curtsy crawl https://example.com/docs/ --scope /docs/ --max-pages 500 --out pages.jsonl
  Several sites from a list, with a record of every request
    $ curtsy crawl --seeds sites.txt --sitemaps --audit audit.jsonl
  A server of your own on this machine, without waits of ours
    $ curtsy crawl http://localhost:8080/ --allow-address 127.0.0.0/8 --allow-address ::1 --delay 0

The same command on the same --store goes on where it stopped. Ctrl-C stops cleanly.
Exit codes: 0 done, 1 every seed failed, 2 usage, 74 store or output file, 130 Ctrl-C, 143 SIGTERM.`

/** `curtsy crawl <url…>`. */
export function crawlCommand(run: RunCommand): Command {
  return new Command('crawl')
    .summary('crawl sites politely')
    .description(
      'Crawls from the given URLs, follows links within the scope, and obeys robots.txt. Every URL that is not fetched has a reason.',
    )
    .argument('[url...]', 'where to begin: absolute http(s) URLs')
    .option(
      '--agent <agent>',
      "who crawls: a product token and a way to reach you, such as 'ExampleBot/1.0 (+https://example.com/bot)' (or CURTSY_USER_AGENT)",
    )
    .option(
      '--seeds <file>',
      'read URLs to begin with from a file, one a line; - for standard input',
    )
    .option(
      '--scope <scope>',
      'what belongs to the crawl: host (default), origin, domain, or a prefix such as /docs/',
    )
    .option(
      '--include <pattern>',
      'fetch only URLs that fit, such as "/docs/*" or "*.html"; may be repeated',
      collected,
    )
    .option('--exclude <pattern>', 'fetch no URL that fits; may be repeated', collected)
    .option('--sitemaps', 'read the sitemaps that robots.txt names, else /sitemap.xml')
    .option(
      '--max-pages <n>',
      'stop after so many pages, over all runs on this store',
      wholeNumberFrom(1),
    )
    .option('--max-time <time>', 'stop this run after a time such as 30s, 5m, 2h', millisecondsOf)
    .option('--depth <n>', 'follow links so far from the seeds (default 16)', wholeNumberFrom(0))
    .option(
      '--delay <ms>',
      'least wait between two requests of a host, in ms or as 2s (default 1000); 0: only the waits that the site asks for',
      millisecondsOf,
    )
    .option('--concurrency <n>', 'requests at once over all hosts (default 16)', wholeNumberFrom(1))
    .option(
      '--allow-address <cidr>',
      'contact local or private addresses too, such as 127.0.0.0/8; may be repeated',
      collected,
    )
    .option('--store <file>', 'where the crawl is kept, so that it can go on (default ./crawl.db)')
    .option('--fresh', 'forget what the store holds and begin anew')
    .option(
      '--out <file>',
      'write records, or a line a page, to a .jsonl or .csv file; - for JSON lines on standard output',
    )
    .option(
      '--csv-raw',
      'leave cells of a .csv as they are, also where a spreadsheet would take them for formulas',
    )
    .option('--audit <file>', 'write every request and every refusal as a JSON line')
    .option(
      '--config <file>',
      'options of createCrawler by their names, as .json, .js or .ts (export default { … })',
    )
    .option('--dry-run', 'read robots.txt and nothing else, and say what would be fetched and when')
    .option('--quiet', 'say nothing but errors')
    .option('--json', 'print the final report as JSON on standard output')
    .addHelpText('after', EXAMPLES)
    .action((urls: string[], flags: CrawlCommandFlags) =>
      run(async (surroundings) =>
        (await import('../crawl-run.ts')).runCrawl(urls, flags, surroundings),
      ),
    )
}
