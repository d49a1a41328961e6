import { Command, Option } from 'commander'
import { dateOf } from '../input/argument-readers.ts'
import type { SitemapFlags } from '../sitemap.ts'
import { tokenOption, withFetchOptions } from './robots-options.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy sitemap https://example.com/sitemap.xml --agent 'ExampleBot/1.0 (+https://example.com/bot)' > pages.jsonl
  $ curtsy sitemap https://example.com/ --since 2026-01-01 | head
  $ curtsy sitemap public/sitemap.xml.gz --fields all
  $ curtsy sitemap public/sitemap.xml --check

An origin stands for the sitemaps that its robots.txt names, else its /sitemap.xml. Indexes are followed to the files that they list.

Exit codes: 0 done, 1 --check found problems, 2 usage or nothing that can be read.`

/** `curtsy sitemap <url|file>`. */
export function sitemapCommand(run: RunCommand): Command {
  const command = new Command('sitemap')
    .summary('read sitemaps of every kind')
    .description(
      'Prints the pages that sitemaps list, as JSON lines while they are read; with --check what is wrong with them.',
    )
    .argument(
      '<url|file>',
      'a sitemap, an index or an origin by its URL; a file, or - for standard input',
    )
    .addOption(
      new Option(
        '--fields <fields>',
        'core: loc, lastmod, changefreq, priority; all: extensions too',
      )
        .choices(['core', 'all'])
        .default('core'),
    )
    .addOption(
      new Option(
        '--since <date>',
        'leave out what has not changed since, such as 2026-01-31; entries without a date stay',
      ).argParser(dateOf),
    )
    .option(
      '--check',
      'print the problems as a table, also the entries that robots.txt closes where the URL of a site is given',
    )
    .option('--url <url>', 'where a file is published; else its host is that of its first entry')
  return withFetchOptions(command, 'who asks, where something is fetched (or CURTSY_USER_AGENT)')
    .addOption(tokenOption('; for --check, else that of the agent'))
    .option('--json', 'with --check: print the problems as JSON')
    .addHelpText('after', EXAMPLES)
    .action((source: string, flags: SitemapFlags) =>
      run(async (surroundings) =>
        (await import('../sitemap.ts')).sitemap(source, flags, surroundings),
      ),
    )
}
