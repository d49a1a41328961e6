import { Command } from 'commander'
import type { RobotsFetchFlags } from '../robots-fetch.ts'
import { withFetchOptions } from './robots-options.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy robots fetch https://example.com --agent 'ExampleBot/1.0 (+https://example.com/bot)'
  $ curtsy robots fetch https://example.com --store robots.jsonl
  $ curtsy robots fetch https://example.com --store robots.jsonl --history

Each scheme, host and port has a robots.txt of its own: http and https, with and without www, and the port given are asked too.

Exit codes: 0 it could be read or there is none, 1 it cannot be read, 2 usage or an origin that is not asked, 74 the store cannot be written.`

/** `curtsy robots fetch <origin>`. */
export function robotsFetchCommand(run: RunCommand): Command {
  const command = new Command('fetch')
    .summary('what does a site answer, and what does it mean?')
    .description(
      'Asks a site for its robots.txt and shows each hop, status, type, size, notes, until when it is fresh, what a crawler must do now, and how search engines read such an answer.',
    )
    .argument('<origin>', 'such as https://example.com')
  return withFetchOptions(command, 'who asks (or CURTSY_USER_AGENT)')
    .option('--no-compare', 'ask this origin alone, not its twins')
    .option('--store <file>', 'keep each answer with status and time as a JSON line')
    .option('--history', 'show what --store has kept and what changed; contacts nobody')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', EXAMPLES)
    .action((origin: string, flags: RobotsFetchFlags) =>
      run(async (surroundings) =>
        (await import('../robots-fetch.ts')).robotsFetch(origin, flags, surroundings),
      ),
    )
}
