import { Command, Option } from 'commander'
import { DIALECTS } from '@curtsy/robots'
import { collected } from '../input/argument-readers.ts'
import type { RobotsCheckFlags } from '../robots-check.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots check robots.txt https://example.com/private --token ExampleBot
  $ curtsy robots check robots.txt /private /public --token ExampleBot --compare
  $ curtsy robots check https://example.com/robots.txt /private --agent 'ExampleBot/1.0 (+https://example.com/bot)'
  $ cat robots.txt | curtsy robots check - /private --token ExampleBot

Exit codes: 0 all allowed, 1 some not, 2 usage or a file that cannot be read.`

/** `curtsy robots check <file|url> <url…>`. */
export function robotsCheckCommand(run: RunCommand): Command {
  return new Command('check')
    .summary('may these URLs be fetched?')
    .description(
      'Says for each URL whether a robots.txt lets it be fetched, and which line decides.',
    )
    .argument(
      '<file|url>',
      'the robots.txt: a file, - for standard input, or the URL of an origin to ask',
    )
    .argument('<url...>', 'URLs, or paths such as /private')
    .option(
      '--token <token>',
      'whose rules: a product token such as ExampleBot; may be repeated, the first that has a group counts',
      collected,
    )
    .option(
      '--agent <agent>',
      'who asks, where the file is fetched (or CURTSY_USER_AGENT); without --token its product token counts',
    )
    .addOption(
      new Option('--dialect <dialect>', 'whose way of reading the file')
        .choices(DIALECTS)
        .default('rfc9309'),
    )
    .option('--compare', 'show the answers of all dialects side by side')
    .option(
      '--allow-address <cidr>',
      'ask local or private addresses too, such as 127.0.0.0/8; may be repeated',
      collected,
    )
    .option('--json', 'print the verdicts as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, urls: string[], flags: RobotsCheckFlags) =>
      run(async (surroundings) =>
        (await import('../robots-check.ts')).robotsCheck(file, urls, flags, surroundings),
      ),
    )
}
