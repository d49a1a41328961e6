// The command line: commands, help, and what is said of mistakes in it. The work of each command is loaded when it is asked for.
import { Command } from 'commander'
import { crawlCommand } from './commands/crawl.ts'
import { explainCommand } from './commands/explain.ts'
import { robotsCheckCommand } from './commands/robots-check.ts'
import { robotsExplainCommand } from './commands/robots-explain.ts'
import { robotsFetchCommand } from './commands/robots-fetch.ts'
import { robotsLintCommand } from './commands/robots-lint.ts'
import { robotsTestCommand } from './commands/robots-test.ts'
import { sitemapCommand } from './commands/sitemap.ts'
import { statusCommand } from './commands/status.ts'
import type { RunCommand } from './commands/run-command.ts'
import type { Surroundings } from './surroundings.ts'
import { visible } from './terminal/visible.ts'
import { VERSION } from './version.ts'

const EXAMPLES = `
Examples:
  $ curtsy crawl https://example.com/ --agent 'ExampleBot/1.0 (+https://example.com/bot)'
  $ curtsy explain https://example.com/private
  $ curtsy robots check robots.txt https://example.com/private --token ExampleBot
  $ curtsy sitemap public/sitemap.xml --check

"curtsy <command> --help" shows the options of a command with examples.`

/** Builds the command line. `run` gets the work of the command that was named. */
export function buildProgram(
  { out, err }: Pick<Surroundings, 'out' | 'err'>,
  run: RunCommand,
): Command {
  const program = new Command('curtsy')
    .description(
      'A polite crawler: every request can be shown to have been allowed and on time, every URL that was not fetched has a reason.',
    )
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('after', EXAMPLES)
  const robots = new Command('robots')
    .description('Reads robots.txt files.')
    .addCommand(robotsCheckCommand(run))
    .addCommand(robotsExplainCommand(run))
    .addCommand(robotsFetchCommand(run))
    .addCommand(robotsLintCommand(run))
    .addCommand(robotsTestCommand(run))
  const commands = [
    crawlCommand(run),
    explainCommand(run),
    statusCommand(run),
    robots,
    sitemapCommand(run),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of withSubcommands(program)) {
    command
      .helpOption('-h, --help', 'show help')
      .exitOverride()
      .configureOutput({
        writeOut: out.write,
        writeErr: err.write,
        outputError: (message, write) =>
          write(`${err.paint.red('curtsy:')} ${oneSentence(message)}\n`),
        getOutHelpWidth: () => out.columns(),
        getErrHelpWidth: () => err.columns(),
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      })
  }
  return program
}

/** A command and all below it. */
function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/** `error: unknown option '--agnet'` and `(Did you mean --agent?)` as one line. */
function oneSentence(message: string): string {
  return visible(
    message
      .trim()
      .replace(/^error: /, '')
      .replaceAll(/\s*\n\s*/g, ' '),
  )
}
