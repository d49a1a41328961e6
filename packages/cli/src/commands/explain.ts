import { Command } from 'commander'
import type { ExplainFlags } from '../explain.ts'
import type { RunCommand } from './run-command.ts'

const EXAMPLES = `
Examples:
  $ curtsy explain https://example.com/private
  $ curtsy explain https://example.com/private --store docs.db --json

Contacts nobody; a crawl that is writing to the store is not disturbed.`

/** `curtsy explain <url>`. */
export function explainCommand(run: RunCommand): Command {
  return new Command('explain')
    .summary('say what was or would be done with a URL, and why')
    .description(
      'Shows the chain of decisions for one URL as the store of a crawl tells it: form, scope, state, robots.txt, next contact.',
    )
    .argument('<url>', 'an absolute URL')
    .option('--store <file>', 'the crawl to ask (default ./crawl.db)')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', EXAMPLES)
    .action((url: string, flags: ExplainFlags) =>
      run(async (surroundings) =>
        (await import('../explain.ts')).explain(url, flags, surroundings),
      ),
    )
}
