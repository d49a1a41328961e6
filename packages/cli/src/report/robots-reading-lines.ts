// What an origin answered for robots.txt, as lines. Pure.
import type { RobotsHop } from '@curtsy/core'
import { noteMeaning } from '@curtsy/robots'
import type { RobotsNote } from '@curtsy/robots'
import type { FileReading, OriginReading } from '../robots-reading.ts'
import { columns } from '../terminal/columns.ts'
import { countText, groupedDigits } from '../terminal/count-text.ts'
import { durationText } from '../terminal/duration.ts'
import { forPeople } from '../terminal/for-people.ts'
import type { Paint } from '../terminal/paint.ts'
import { visible } from '../terminal/visible.ts'
import { timeText } from './report-table.ts'

const NOTES_SHOWN = 20

/** Hops, the file, what to do now, and how others read it. */
export function readingLines(reading: OriginReading, paint: Paint): readonly string[] {
  const { origin, hops, file, readings } = reading
  return [
    paint.bold(`${forPeople(origin)}/robots.txt`),
    ...columns(hops.map(hopRow), { right: [0] }),
    '',
    ...columns([
      ['  answer', answerText(reading)],
      ...(file === undefined ? [] : fileRows(file)),
      ...timeRows(reading),
      ['  now', nowText(reading)],
    ]),
    ...(file === undefined ? [] : noteLines(file.notes)),
    '',
    paint.bold('How others read such an answer'),
    ...columns(readings.map(({ reader, meaning, message }) => [`  ${reader}`, meaning, message])),
    '  No one outside can see which copy they used.',
  ]
}

function hopRow({
  hop,
  url,
  status,
  failure,
  contentType,
  bytes,
  startMs,
  endMs,
  location,
}: RobotsHop): string[] {
  return [
    `  ${hop}`,
    status === undefined ? (failure ?? '') : String(status),
    contentType === undefined ? '' : forPeople(contentType),
    countText(bytes, 'byte'),
    durationText(endMs - startMs),
    location === undefined ? forPeople(url) : `${forPeople(url)} -> ${forPeople(location)}`,
  ]
}

function answerText({ state, status, failure, refused, copy }: OriginReading): string {
  const what = failure ?? `status ${status}`
  switch (state) {
    case 'fetched':
      return `read (${what})`
    case 'unavailable':
      return copy?.answered?.why === 'too-many-redirects'
        ? 'more than five redirects: as if there were no file'
        : `no file (${what})`
    case 'refused':
      return `not asked: ${forPeople(refused ?? '')}`
    default:
      return `cannot be read (${what})${refused === undefined ? '' : `: ${forPeople(refused)}`}`
  }
}

function fileRows({
  url,
  bytes,
  droppedBytes,
  lines,
  groups,
  sitemaps,
  sha256,
  contentType,
  firstBytes,
}: FileReading): string[][] {
  return [
    ['  found at', forPeople(url)],
    [
      '  size',
      `${countText(bytes, 'byte')}, ${countText(lines, 'line')}, ${countText(groups, 'group')}, ${countText(sitemaps.length, 'sitemap')}`,
    ],
    ['  sha256', sha256],
    ...(droppedBytes > 0
      ? [
          [
            '  dropped',
            `${countText(droppedBytes, 'byte')} behind the first 512 KiB in whole lines`,
          ],
        ]
      : []),
    ...(isPlainText(contentType)
      ? []
      : [['  type', `${forPeople(contentType ?? 'none')}; text/plain is expected`]]),
    ...(firstBytes === undefined
      ? []
      : [['  looks wrong', `begins with "${visible(firstBytes)}"`]]),
  ]
}

function isPlainText(contentType: string | undefined): boolean {
  return /^text\/plain\s*(?:;|$)/i.test(contentType ?? '')
}

function timeRows({ atMs, copy, state }: OriginReading): string[][] {
  const freshUntilMs = state === 'unreachable' ? undefined : copy?.answered?.freshUntilMs
  return [
    ...(atMs === undefined ? [] : [['  read at', timeText(atMs)]]),
    ...(freshUntilMs === undefined || atMs === undefined
      ? []
      : [['  fresh until', `${timeText(freshUntilMs)} (${durationText(freshUntilMs - atMs)})`]]),
  ]
}

/** What a crawler must do at the time of the answer. */
function nowText({ now }: OriginReading): string {
  if (now === undefined) return ''
  if (now.do === 'fetch') return `Ask for ${forPeople(now.url)}.`
  const again = `ask again at ${timeText(now.untilMs)}`
  if (now.do === 'wait') return `Fetch nothing of this origin; ${again}.`
  if (now.file === undefined) return `Everything may be fetched; ${again}.`
  if (now.stale) return `Go by the file of ${timeText(now.file.readAtMs)}; ${again}.`
  return `Go by this file; ${again}.`
}

function noteLines(notes: readonly RobotsNote[]): readonly string[] {
  if (notes.length === 0) return []
  const rows = notes
    .slice(0, NOTES_SHOWN)
    .map(({ line, code }) => [`  line ${line}`, code, noteMeaning(code).message])
  const more =
    notes.length > NOTES_SHOWN ? [`  and ${groupedDigits(notes.length - NOTES_SHOWN)} more`] : []
  return ['', 'Notes', ...columns(rows), ...more]
}

/** The other origins of the same site, each beside the first. */
export function comparedOriginLines(
  first: OriginReading,
  twins: readonly OriginReading[],
  paint: Paint,
): readonly string[] {
  return [
    '',
    paint.bold('Its twins, each with a file of its own'),
    ...columns(
      twins.map((twin) => [
        `  ${forPeople(twin.origin)}`,
        answerText(twin),
        twin.hops.length > 1 ? countText(twin.hops.length - 1, 'redirect') : '',
        likenessOf(first, twin, paint),
      ]),
    ),
  ]
}

function likenessOf(first: OriginReading, twin: OriginReading, paint: Paint): string {
  if (twin.state === 'refused') return ''
  if (twin.state !== first.state) return paint.yellow('another answer')
  if (twin.file?.sha256 === first.file?.sha256)
    return twin.file === undefined ? 'the same answer' : 'the same file'
  return paint.yellow('another file')
}
