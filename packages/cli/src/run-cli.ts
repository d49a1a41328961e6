import { EXIT } from './exit-code.ts'
import { buildProgram } from './program.ts'
import { sayError } from './say-error.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs one command line and gives its exit code; whatever goes wrong has been said by then. */
export async function runCli(surroundings: Surroundings): Promise<number> {
  let code: number = EXIT.done
  const program = buildProgram(surroundings, async (work) => {
    code = await work(surroundings)
  })
  try {
    if (surroundings.words.length === 0) program.outputHelp()
    else if (surroundings.words[0] === '--help-json') {
      const { describeCommands } = await import('./describe-commands.ts')
      surroundings.out.write(`${JSON.stringify(describeCommands(), undefined, 2)}\n`)
    } else await program.parseAsync(surroundings.words, { from: 'user' })
    return code
  } catch (thrown) {
    return sayError(thrown, surroundings)
  }
}
