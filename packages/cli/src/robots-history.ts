// The answers for robots.txt that were kept, one JSON line each: the file grows and nothing in it is ever rewritten.
import { appendFile, readFile } from 'node:fs/promises'
import type { RobotsCopy } from '@curtsy/robots'
import { OutputError } from './exit-code.ts'
import { fileProblem } from './input/file-check.ts'
import type { OriginReading } from './robots-reading.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

/** One answer of one origin. */
export interface KeptAnswer {
  readonly version: 1
  readonly origin: string
  readonly atMs: number
  readonly state: RobotsCopy['state']
  readonly status?: number
  readonly failure?: string
  /** URLs asked, with their statuses. */
  readonly hops: readonly { readonly url: string; readonly status?: number }[]
  readonly bytes: number
  readonly sha256?: string
  readonly contentType?: string
  /** What was known then, the last good file included. */
  readonly copy: RobotsCopy
}

/** Appends what was answered; origins that were not asked leave nothing. @throws OutputError */
export async function keepAnswers(path: string, readings: readonly OriginReading[]): Promise<void> {
  const lines = readings.flatMap((reading) => keptOf(reading) ?? [])
  try {
    await appendFile(path, lines.map((kept) => `${jsonLine(kept)}\n`).join(''))
  } catch (cause) {
    throw new OutputError(`--store ${path} cannot be written: ${fileProblem(cause)}.`, { cause })
  }
}

function keptOf({
  origin,
  state,
  atMs,
  status,
  failure,
  hops,
  file,
  copy,
}: OriginReading): KeptAnswer | undefined {
  if (state === 'refused' || atMs === undefined || copy === undefined) return undefined
  return {
    version: 1,
    origin,
    atMs,
    state,
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure }),
    hops: hops.map((hop) =>
      Object.assign({ url: hop.url }, hop.status === undefined ? {} : { status: hop.status }),
    ),
    bytes: file?.bytes ?? 0,
    ...(file === undefined ? {} : { sha256: file.sha256 }),
    ...(file?.contentType === undefined ? {} : { contentType: file.contentType }),
    copy,
  }
}

/**
 * What was kept, oldest first; nothing where there is no file yet.
 *
 * @throws UsageError for a file that holds something else
 */
export async function keptAnswers(path: string): Promise<readonly KeptAnswer[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new UsageError(`--store ${path} cannot be read: ${fileProblem(cause)}.`, { cause })
  }
  return text
    .split('\n')
    .flatMap((line, at) => (line === '' ? [] : [keptAnswer(line, at + 1, path)]))
}

function keptAnswer(line: string, number: number, path: string): KeptAnswer {
  try {
    const kept = JSON.parse(line) as Partial<KeptAnswer> | null
    if (kept?.version === 1 && kept.copy?.version === 1) return kept as KeptAnswer
  } catch {
    // Said below.
  }
  throw new UsageError(
    `--store ${path} holds something else on line ${number}: it must be a file that robots fetch has made.`,
  )
}
