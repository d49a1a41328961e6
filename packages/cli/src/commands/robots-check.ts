import { Command, Option } from 'commander'
import type { RobotsCheckFlags } from '../robots-check.ts'
import { dialectOption, robotsSource, tokenOption, withFetchOptions } from './robots-options.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots check robots.txt https://example.com/private --token ExampleBot
  $ curtsy robots check robots.txt /private /public --token ExampleBot --compare
  $ curtsy robots check https://example.com/robots.txt /private --agent 'ExampleBot/1.0 (+https://example.com/bot)'
  $ curtsy robots check robots.txt --agents ai
  $ cat robots.txt | curtsy robots check - /private --token ExampleBot

Exit codes: 0 all allowed, 1 some not, 2 usage or a file that cannot be read.`

/** `curtsy robots check <file|url> <url…>`. */
export function robotsCheckCommand(run: RunCommand): Command {
  const command = new Command('check')
    .summary('may these URLs be fetched?')
    .description(
      'Says for each URL whether a robots.txt lets it be fetched, and which line decides.',
    )
    .addArgument(robotsSource())
    .argument('[url...]', 'URLs, or paths such as /private; with --agents / if there is none')
    .addOption(tokenOption())
  return withFetchOptions(
    command,
    'who asks, where the file is fetched (or CURTSY_USER_AGENT); without --token its product token counts',
  )
    .addOption(dialectOption())
    .addOption(
      new Option(
        '--agents <list>',
        'ask for many agents at once; ai: those of AI operators, with what each is for',
      ).choices(['ai']),
    )
    .option('--compare', 'show the answers of all dialects side by side, and why they differ')
    .option('--json', 'print the verdicts as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, urls: string[], flags: RobotsCheckFlags) =>
      run(async (surroundings) =>
        (await import('../robots-check.ts')).robotsCheck(file, urls, flags, surroundings),
      ),
    )
}
