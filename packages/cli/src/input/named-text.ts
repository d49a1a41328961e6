import type { Surroundings } from '../surroundings.ts'
import { readNamedFile } from './file-check.ts'
import { personPath } from './person-path.ts'

/**
 * The text of a file that a person names, or of standard input (`-`).
 *
 * @param what stands in the sentence for a file that cannot be read
 * @throws UsageError if it cannot be read
 */
export async function readNamedText(
  what: string,
  file: string,
  surroundings: Pick<Surroundings, 'stdin' | 'env' | 'cwd'>,
): Promise<string> {
  const bytes =
    file === '-'
      ? await readBytes(surroundings.stdin)
      : await readNamedFile(what, personPath(file, surroundings))
  return new TextDecoder().decode(bytes)
}

/** Everything that comes in, as bytes. */
export async function readBytes(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
