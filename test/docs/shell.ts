// What can be said about a shell block without running it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './pages.ts'

/** Answers what is wrong with a call of `curtsy`, or nothing. `args` are the words after the command: `['robots', 'check', …]`. */
export type CurtsyJudge = (args: readonly string[]) => string | undefined

export interface ShellContext {
  /** `pnpm@12.21.0`, as package.json names it. */
  readonly packageManager: string
  /** The scripts of the root package.json. */
  readonly scripts: readonly string[]
  /** Knows commands and options of `curtsy`; without one its calls are taken as they are. */
  readonly judgeCurtsy?: CurtsyJudge
}

const PNPM_COMMANDS = new Set(['install', 'exec', 'add', 'run', 'pack', 'publish', 'dlx'])

/** The commands of a block as lists of words: prompts, comments, redirections and line continuations are gone, quotes taken off. */
export function commandsOf(code: string): readonly (readonly string[])[] {
  return code
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => piecesOf(wordsOf(line.replace(/^\s*\$ /, ''))))
    .filter((words) => words.length > 0)
}

/** The `run:` lines of a workflow, as the code of a shell block. */
export function workflowCommands(code: string): string {
  return [...code.matchAll(/^[ \t]*(?:- )?run: (?![|>])(.+)$/gm)]
    .map(([, command]) => command)
    .join('\n')
}

/** The commands of a pipeline or list, each without what is redirected. */
function piecesOf(words: readonly string[]): readonly (readonly string[])[] {
  const end = words.findIndex((word) => /^(?:\||&&|\|\||;)$/.test(word))
  const piece = end === -1 ? words : words.slice(0, end)
  const redirection = piece.findIndex((word) => /^\d?[<>]/.test(word))
  const command = redirection === -1 ? piece : piece.slice(0, redirection)
  return end === -1 ? [command] : [command, ...piecesOf(words.slice(end + 1))]
}

/** What is wrong with the commands of a block, a sentence each. */
export function shellProblems(code: string, context: ShellContext): readonly string[] {
  return commandsOf(code).flatMap((words) => problemOf(words, context) ?? [])
}

function problemOf(words: readonly string[], context: ShellContext): string | undefined {
  const [command = '', ...args] = words
  if (command === 'npx')
    return npxProblem(
      args.filter((word) => word !== '--yes'),
      context,
    )
  if (command === 'curtsy') return context.judgeCurtsy?.(args)
  const isPath = command.includes('/') && !command.startsWith('/') && !command.includes('=')
  return isPath && !existsSync(join(ROOT, command))
    ? `There is no ${command} in this repository.`
    : undefined
}

function npxProblem(
  [tool = '', script = '', ...args]: readonly string[],
  context: ShellContext,
): string | undefined {
  if (/^@curtsy\/cli(?:@|$)/.test(tool)) return context.judgeCurtsy?.([script, ...args])
  if (!tool.startsWith('pnpm')) return undefined
  if (tool !== context.packageManager)
    return `Expected npx ${context.packageManager}, got npx ${tool}.`
  if (script === 'curtsy') return context.judgeCurtsy?.(args)
  const known = context.scripts.includes(script) || PNPM_COMMANDS.has(script)
  return known ? undefined : `Neither a script of package.json nor a command of pnpm: ${script}.`
}

function wordsOf(line: string): readonly string[] {
  const words = line.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  return words
    .slice(0, comment === -1 ? words.length : comment)
    .map((word) => word.replaceAll(/^['"]|['"]$/g, ''))
}
