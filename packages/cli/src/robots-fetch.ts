// `curtsy robots fetch` from its arguments to its exit code.
import { createErrands } from '@curtsy/core'
import type { RobotsCopy } from '@curtsy/robots'
import { EXIT } from './exit-code.ts'
import { askingAgent } from './input/asking-agent.ts'
import { checkWritableFile } from './input/file-check.ts'
import { originTwins } from './input/origin-twins.ts'
import { personPath } from './input/person-path.ts'
import { robotsOrigin } from './input/robots-input.ts'
import type { RobotsInputFlags } from './input/robots-input.ts'
import { historyLines, historyOf } from './report/robots-history-lines.ts'
import { comparedOriginLines, readingLines } from './report/robots-reading-lines.ts'
import { waitText } from './report/wait-text.ts'
import { keepAnswers, keptAnswers } from './robots-history.ts'
import type { KeptAnswer } from './robots-history.ts'
import { readingOf } from './robots-reading.ts'
import type { OriginReading } from './robots-reading.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { ProgressLine } from './terminal/progress-line.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface RobotsFetchFlags extends RobotsInputFlags {
  /** False with `--no-compare`. */
  readonly compare: boolean
  readonly store?: string
  readonly history?: true
  readonly json?: true
}

/** @returns the exit code: 0 if robots.txt could be read or there is none, 1 if it cannot be read */
export async function robotsFetch(
  text: string,
  flags: RobotsFetchFlags,
  surroundings: Surroundings,
): Promise<number> {
  const origin = robotsOrigin(text)
  if (origin === undefined)
    throw new UsageError(
      `Expected an origin such as https://example.com, got ${JSON.stringify(text)}.`,
    )
  const path = flags.store === undefined ? undefined : personPath(flags.store, surroundings)
  if (flags.history) return sayHistory(origin, path, flags, surroundings)
  const userAgent = askingAgent(flags.agent, surroundings.env, origin)
  if (path !== undefined) await checkWritableFile('--store', path)
  const kept = path === undefined ? [] : await keptAnswers(path)
  const origins = flags.compare ? originTwins(origin) : [origin]
  const readings = await askAll(origins, userAgent, flags, kept, surroundings)
  const [first, ...twins] = readings as [OriginReading, ...OriginReading[]]
  if (first.state === 'refused') throw new UsageError(`${origin} is not asked: ${first.refused}`)
  if (path !== undefined) await keepAnswers(path, readings)
  const { out } = surroundings
  if (flags.json)
    sayLine(
      out,
      jsonLine({ ...plainReading(first), twins: twins.map((twin) => withSame(first, twin)) }),
    )
  else {
    for (const line of readingLines(first, out.paint)) sayLine(out, line)
    if (twins.length > 0)
      for (const line of comparedOriginLines(first, twins, out.paint)) sayLine(out, line)
  }
  return first.state === 'unreachable' || first.state === 'unknown' ? EXIT.no : EXIT.done
}

/** One after the other: twins are often one server. */
async function askAll(
  origins: readonly string[],
  userAgent: string,
  { allowAddress = [] }: RobotsFetchFlags,
  kept: readonly KeptAnswer[],
  { err, out }: Surroundings,
): Promise<readonly OriginReading[]> {
  const progress = new ProgressLine(err, out.isTty || err.isTty)
  const errands = createErrands({ userAgent, allowAddresses: allowAddress })
  errands.on('wait', (event) => progress.say(waitText(event, event.untilMs - event.forMs) ?? ''))
  const readings: OriginReading[] = []
  try {
    for (const origin of origins) {
      progress.say(`${origin}/robots.txt`)
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      readings.push(readingOf(origin, await errands.askRobots(origin), lastCopy(kept, origin)))
    }
    return readings
  } finally {
    progress.clear()
    await errands.close()
  }
}

function lastCopy(kept: readonly KeptAnswer[], origin: string): RobotsCopy | undefined {
  return kept.findLast((answer) => answer.origin === origin)?.copy
}

/** Without the octets of the file: who wants those asks for the file. */
function plainReading(whole: OriginReading): object {
  const { copy: _copy, now, ...reading } = whole
  if (now === undefined || now.do !== 'use') return { ...reading, now }
  const { file, ...step } = now
  return { ...reading, now: { ...step, rules: file === undefined ? 'no-file' : 'file' } }
}

function withSame(first: OriginReading, twin: OriginReading): object {
  const sameFile = twin.state === first.state && twin.file?.sha256 === first.file?.sha256
  return { ...plainReading(twin), sameFile }
}

async function sayHistory(
  origin: string,
  path: string | undefined,
  { json }: RobotsFetchFlags,
  { out }: Surroundings,
): Promise<number> {
  if (path === undefined) throw new UsageError('Say where the answers were kept: --store <file>.')
  const kept = (await keptAnswers(path)).filter((answer) => answer.origin === origin)
  if (kept.length === 0)
    throw new UsageError(
      `${path} holds no answer of ${origin}: run robots fetch with --store first, without --history.`,
    )
  const history = historyOf(kept)
  if (json) sayLine(out, jsonLine(history))
  else for (const line of historyLines(history, out.paint)) sayLine(out, line)
  return EXIT.done
}
