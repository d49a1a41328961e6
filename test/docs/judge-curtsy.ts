// Whether a call of `curtsy` names commands and options that there are, by what the command line says of itself.
import { describeCommands } from '../../packages/cli/src/describe-commands.ts'
import type { CommandDescription } from '../../packages/cli/src/describe-commands.ts'
import type { CurtsyJudge } from './shell.ts'

const COMMANDS: ReadonlyMap<string, CommandDescription> = new Map(
  describeCommands().map((command) => [command.name, command]),
)

/** Says what is wrong with a call: a command or an option that there is not, or too few arguments. */
export const judgeCurtsy: CurtsyJudge = (args) => {
  const command = commandOf(args)
  const words = args.slice(command.name === '' ? 0 : command.name.split(' ').length)
  const known = new Map(
    command.options.flatMap((option) =>
      [option.name, option.short ?? option.name].map((name) => [name, option] as const),
    ),
  )
  let given = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!/^--?[a-z]/i.test(word)) {
      given++
      continue
    }
    const [name = ''] = word.split('=')
    const option = known.get(name)
    if (option === undefined) return `${nameOf(command)} has no option ${name}.`
    if (name === '--help') return undefined
    if (option.value !== undefined && !word.includes('=')) at++
  }
  if (command.arguments.length === 0 && given > 0)
    return `${nameOf(command)} has no command ${words.find((word) => !word.startsWith('-'))}.`
  const needed = command.arguments.filter(({ required }) => required).length
  return given < needed ? `${nameOf(command)} needs ${needed} arguments, got ${given}.` : undefined
}

/** The command with the longest name that the words begin with. */
function commandOf(args: readonly string[]): CommandDescription {
  return (
    COMMANDS.get(args.slice(0, 2).join(' ')) ??
    COMMANDS.get(args.slice(0, 1).join(' ')) ??
    COMMANDS.get('')!
  )
}

function nameOf({ name }: CommandDescription): string {
  return `curtsy ${name}`.trim()
}
