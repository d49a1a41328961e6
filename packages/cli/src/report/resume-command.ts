import { maskSecrets, MASK } from '../terminal/mask-secrets.ts'
import { visible } from '../terminal/visible.ts'
import type { Surroundings } from '../surroundings.ts'

/** What to change in the command. */
interface Changes {
  /** A limit that was reached, raised to this. */
  readonly maxPages?: number
}

/**
 * The command that goes on where this run stopped: the same one, without `--fresh`. It begins as the person began it, by the package
 * runner or as `curtsy`. Secrets are masked; the sentence says so where that is the case.
 */
export function resumeCommand(
  { words, env }: Pick<Surroundings, 'words' | 'env'>,
  { maxPages }: Changes = {},
): string {
  const same = words.filter((word) => word !== '--fresh')
  const raised = maxPages === undefined ? same : withOption(same, '--max-pages', String(maxPages))
  const command = [...runnerOf(env), ...raised.map(quoted)].join(' ')
  const masked = visible(maskSecrets(command))
  return masked.includes(MASK) && !command.includes(MASK)
    ? `${masked}  (with the secrets that are masked here)`
    : masked
}

/** The words with the option set to that value; it is added where it came from elsewhere, such as a config file. */
function withOption(words: readonly string[], option: string, value: string): readonly string[] {
  const kept = words.filter(
    (word, at) => word !== option && words[at - 1] !== option && !word.startsWith(`${option}=`),
  )
  return [...kept, option, value]
}

function runnerOf(env: Surroundings['env']): readonly string[] {
  const pnpm = /^pnpm\/(\S+)/.exec(env['npm_config_user_agent'] ?? '')?.[1]
  const byScript = env['npm_lifecycle_event'] === 'curtsy'
  return byScript && pnpm !== undefined ? ['npx', '--yes', `pnpm@${pnpm}`, 'curtsy'] : ['curtsy']
}

/** A word as a POSIX shell reads it back. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
