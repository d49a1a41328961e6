import { Command } from 'commander'
import type { RobotsTestFlags } from '../robots-test.ts'
import { dialectOption, robotsSource, tokenOption, withFetchOptions } from './robots-options.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots test public/robots.txt robots.expect
  $ curtsy robots test https://example.com/robots.txt robots.expect --agent 'ExampleBot/1.0 (+https://example.com/bot)'

A line of the expectations is allow or block, a URL or path, and a product token if it is about one crawler:
  allow /
  block /search?q=x
  block /drafts/ GPTBot     # a comment

Exit codes: 0 all as expected, 1 some not, 2 usage or a file that cannot be read.`

/** `curtsy robots test <file|url> <expectations>`. */
export function robotsTestCommand(run: RunCommand): Command {
  const command = new Command('test')
    .summary('does a robots.txt say what it should?')
    .description(
      'Compares a robots.txt with a list of URLs that must be allowed or blocked, for the checks of a site before it is published.',
    )
    .addArgument(robotsSource())
    .argument('<expectations>', 'a file of lines such as "block /private", - for standard input')
    .addOption(
      tokenOption('; for the lines that name none. Without it they are about any crawler (*)'),
    )
  return withFetchOptions(command)
    .addOption(dialectOption())
    .option('--json', 'print every expectation with its verdict as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, expectations: string, flags: RobotsTestFlags) =>
      run(async (surroundings) =>
        (await import('../robots-test.ts')).robotsTest(file, expectations, flags, surroundings),
      ),
    )
}
