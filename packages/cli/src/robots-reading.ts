// What an origin answered for robots.txt, and what follows from it. Pure.
import { createHash } from 'node:crypto'
import type { AskedRobots, RobotsHop } from '@curtsy/core'
import {
  afterRobotsAnswer,
  looksLikeRobots,
  nextRobotsStep,
  readingsOf,
  robotsOfFile,
} from '@curtsy/robots'
import type {
  AnswerReading,
  RobotsAnswer,
  RobotsCopy,
  RobotsNote,
  RobotsStep,
} from '@curtsy/robots'

/** Everything that is shown of one origin, and kept of it. */
export interface OriginReading {
  readonly origin: string
  /** `refused`: the gate let nothing through. */
  readonly state: RobotsCopy['state'] | 'refused'
  readonly refused?: string
  readonly hops: readonly RobotsHop[]
  /** When the last answer was there. */
  readonly atMs?: number
  /** Status of the last answer. */
  readonly status?: number
  /** Why there was none: `dns-failure`, `connect-refused` … */
  readonly failure?: string
  readonly file?: FileReading
  readonly now?: RobotsStep
  readonly readings: readonly AnswerReading[]
  readonly copy?: RobotsCopy
}

/** The file of the answer. */
export interface FileReading {
  readonly url: string
  readonly contentType?: string
  /** Of the answer, as far as it was read. */
  readonly bytes: number
  /** Behind what is kept, the first 512 KiB in whole lines. */
  readonly droppedBytes: number
  readonly sha256: string
  /** What follows the last line end is a line only where it is something. */
  readonly lines: number
  readonly groups: number
  readonly sitemaps: readonly string[]
  readonly notes: readonly RobotsNote[]
  /** The beginning, where it does not look like a robots.txt. */
  readonly firstBytes?: string
}

const FIRST_BYTES = 64

/** @param previous what was known before: an older file counts where robots.txt cannot be read now */
export function readingOf(
  origin: string,
  { copy, hops, refused }: AskedRobots,
  previous: RobotsCopy | undefined,
): OriginReading {
  const last = hops.at(-1)
  if (copy === undefined || last === undefined)
    return { origin, state: 'refused', hops, refused: refused ?? 'Not now.', readings: [] }
  const known = withOlderFile(origin, copy, last, previous)
  const { file, state } = copy
  return {
    origin,
    state,
    ...(refused === undefined ? {} : { refused }),
    hops,
    atMs: last.endMs,
    ...(last.status === undefined ? {} : { status: last.status }),
    ...(last.failure === undefined ? {} : { failure: last.failure }),
    ...(state === 'fetched' && file !== undefined ? { file: fileReading(file) } : {}),
    now: nextRobotsStep(origin, known, last.endMs),
    readings: readingsOf(answerOf(last)),
    copy: known,
  }
}

function withOlderFile(
  origin: string,
  copy: RobotsCopy,
  last: RobotsHop,
  previous: RobotsCopy | undefined,
): RobotsCopy {
  if (copy.state !== 'unreachable' || previous === undefined) return copy
  return afterRobotsAnswer(origin, previous, last, answerOf(last), last.endMs)
}

function answerOf({ status, failure, retryAfter, location }: RobotsHop): RobotsAnswer {
  if (status === undefined || failure !== undefined) return { kind: 'failure', reason: 'other' }
  return { kind: 'response', status, retryAfter, location }
}

function fileReading(file: NonNullable<RobotsCopy['file']>): FileReading {
  const { octets, droppedBytes, url, contentType } = file
  const robots = robotsOfFile(file)
  const looksWrong = octets !== '' && !looksLikeRobots(Buffer.from(octets, 'latin1'))
  return {
    url,
    ...(contentType === undefined ? {} : { contentType }),
    bytes: octets.length + droppedBytes,
    droppedBytes,
    sha256: createHash('sha256').update(octets, 'latin1').digest('hex'),
    lines: robots.lines.length - (/[\r\n]$/.test(octets) ? 1 : 0),
    groups: robots.groups.length,
    sitemaps: robots.sitemaps.map((sitemap) => sitemap.url),
    notes: robots.notes,
    ...(looksWrong ? { firstBytes: octets.slice(0, FIRST_BYTES) } : {}),
  }
}
