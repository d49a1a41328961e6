import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { readNamedText } from './named-text.ts'

/**
 * The seeds of `--seeds <file|->`: one URL a line; empty lines and lines that begin with `#` are left out.
 *
 * @throws UsageError for a file that cannot be read or holds no seeds, and for the first line that is no http(s) URL
 */
export async function readSeedList(
  file: string,
  surroundings: Pick<Surroundings, 'stdin' | 'env' | 'cwd'>,
): Promise<readonly string[]> {
  const text = await readNamedText('--seeds', file, surroundings)
  const name = file === '-' ? 'standard input' : file
  const seeds = seedsOf(text, name)
  if (seeds.length === 0) throw new UsageError(`--seeds: ${name} holds no URL; write one a line.`)
  return seeds
}

/** The seeds in a text, in order. `name` stands in the sentences. */
export function seedsOf(text: string, name: string): readonly string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .flatMap((line, at) => {
      const seed = line.trim()
      if (seed === '' || seed.startsWith('#')) return []
      if (!isHttpUrl(seed)) {
        throw new UsageError(
          `--seeds: line ${at + 1} of ${name} is no absolute http or https URL: ${JSON.stringify(seed.slice(0, 200))}.`,
        )
      }
      return [seed]
    })
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
