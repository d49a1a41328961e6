import { Command } from 'commander'
import type { StatusFlags } from '../status.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy status
  $ curtsy status docs.db --json

A crawl that is writing to the store is not disturbed.`

/** `curtsy status [file]`. */
export function statusCommand(run: RunCommand): Command {
  return new Command('status')
    .summary('say what a store holds')
    .description('Shows what a crawl has fetched so far, what waits, and why.')
    .argument('[file]', 'the store of a crawl (default ./crawl.db)')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, flags: StatusFlags) =>
      run(async (surroundings) => (await import('../status.ts')).status(file, flags, surroundings)),
    )
}
