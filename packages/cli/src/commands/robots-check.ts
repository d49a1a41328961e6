import { Command, Option } from 'commander'
import { DIALECTS } from '@curtsy/robots'
import { collected } from '../input/argument-readers.ts'
import type { RobotsCheckFlags } from '../robots-check.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots check robots.txt https://example.com/private --token ExampleBot
  $ curtsy robots check robots.txt /private /public --token ExampleBot --dialect google
  $ curl -s https://example.com/robots.txt | curtsy robots check - /private --token ExampleBot

Exit codes: 0 all allowed, 1 some not, 2 usage or a file that cannot be read.`

/** `curtsy robots check <file> <url…>`. */
export function robotsCheckCommand(run: RunCommand): Command {
  return new Command('check')
    .summary('may these URLs be fetched?')
    .description(
      'Says for each URL whether a robots.txt lets it be fetched, and which line decides.',
    )
    .argument('<file>', 'the robots.txt; - for standard input')
    .argument('<url...>', 'URLs, or paths such as /private')
    .option(
      '--token <token>',
      'whose rules: a product token such as ExampleBot; may be repeated, the first that has a group counts',
      collected,
    )
    .option(
      '--agent <agent>',
      'take the product token of this user agent (or of CURTSY_USER_AGENT)',
    )
    .addOption(
      new Option('--dialect <dialect>', 'whose way of reading the file')
        .choices(DIALECTS)
        .default('rfc9309'),
    )
    .option('--json', 'print the verdicts as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, urls: string[], flags: RobotsCheckFlags) =>
      run(async (surroundings) =>
        (await import('../robots-check.ts')).robotsCheck(file, urls, flags, surroundings),
      ),
    )
}
