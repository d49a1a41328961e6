import { Command } from 'commander'
import type { RobotsLintFlags } from '../robots-lint.ts'
import { dialectOption, robotsSource, withFetchOptions } from './robots-options.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots lint robots.txt
  $ curtsy robots lint public/robots.txt --json
  $ curtsy robots lint https://example.com/robots.txt --agent 'ExampleBot/1.0 (+https://example.com/bot)'

Exit codes: 0 no error found (warnings may be), 1 an error, 2 usage or a file that cannot be read.`

/** `curtsy robots lint <file|url>`. */
export function robotsLintCommand(run: RunCommand): Command {
  const command = new Command('lint')
    .summary('what is wrong or risky in a robots.txt?')
    .description(
      'Names what is not read as it is written, and what is hardly meant as it is read, with line, byte offset and a way out.',
    )
    .addArgument(robotsSource())
  return withFetchOptions(command)
    .addOption(dialectOption())
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: RobotsLintFlags) =>
      run(async (surroundings) =>
        (await import('../robots-lint.ts')).robotsLint(file, flags, surroundings),
      ),
    )
}
