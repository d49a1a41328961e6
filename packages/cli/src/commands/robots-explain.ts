import { Command } from 'commander'
import type { RobotsExplainFlags } from '../robots-explain.ts'
import { dialectOption, robotsSource, tokenOption, withFetchOptions } from './robots-options.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots explain robots.txt /private --token ExampleBot
  $ curtsy robots explain robots.txt https://example.com/a.pdf --token ExampleBot --dialect google
  $ curtsy robots explain https://example.com/robots.txt /private --agent 'ExampleBot/1.0 (+https://example.com/bot)'

Exit codes: 0 whatever is explained, 2 usage or a file that cannot be read.`

/** `curtsy robots explain <file|url> <url…>`. */
export function robotsExplainCommand(run: RunCommand): Command {
  const command = new Command('explain')
    .summary('why may these URLs be fetched, or not?')
    .description(
      'Shows the group that counts and why, what is ignored, every rule that matches, and why the winner wins.',
    )
    .addArgument(robotsSource())
    .argument('<url...>', 'URLs, or paths such as /private')
    .addOption(tokenOption())
  return withFetchOptions(
    command,
    'who asks, where the file is fetched (or CURTSY_USER_AGENT); without --token its product token counts',
  )
    .addOption(dialectOption())
    .option('--json', 'print everything as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, urls: string[], flags: RobotsExplainFlags) =>
      run(async (surroundings) =>
        (await import('../robots-explain.ts')).robotsExplain(file, urls, flags, surroundings),
      ),
    )
}
