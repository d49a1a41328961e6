import type { Command, Option } from 'commander'
import { buildProgram } from './program.ts'
import { PLAIN } from './terminal/paint.ts'

/** A command as machines read it: what stands in `--help`. */
export interface CommandDescription {
  /** `robots check`; empty for the program itself. */
  readonly name: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly required: boolean
    readonly variadic: boolean
  }[]
  readonly options: readonly OptionDescription[]
}

export interface OptionDescription {
  /** `--max-pages`. */
  readonly name: string
  /** `-h`. */
  readonly short?: string
  /** Name of its value, if it takes one. */
  readonly value?: string
  readonly description: string
}

/**
 * All commands with their arguments and options, in the order of the help.
 *
 * @example
 * describeCommands().map(({ name }) => name) // ['', 'crawl', 'explain', 'status', 'robots', 'robots check']
 */
export function describeCommands(): readonly CommandDescription[] {
  const outlet = {
    write: () => undefined,
    writeAll: async () => undefined,
    isTty: false,
    columns: () => 80,
    paint: PLAIN,
  }
  return described(
    buildProgram({ out: outlet, err: outlet }, async () => undefined),
    '',
  )
}

function described(command: Command, name: string): readonly CommandDescription[] {
  const help = command.createHelp()
  const own: CommandDescription = {
    name,
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      required: argument.required,
      variadic: argument.variadic,
    })),
    options: help.visibleOptions(command).map(describedOption),
  }
  return [
    own,
    ...command.commands.flatMap((child) => described(child, `${name} ${child.name()}`.trim())),
  ]
}

function describedOption({ long, short, flags, description }: Option): OptionDescription {
  const value = /<(.+)>/.exec(flags)?.[1]
  return {
    name: long ?? flags,
    ...(short === undefined ? {} : { short }),
    ...(value === undefined ? {} : { value }),
    description,
  }
}
