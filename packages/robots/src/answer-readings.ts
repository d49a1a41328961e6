// What others make of the same answer for robots.txt, as far as they document it. No one outside can see which copy they used.

import type { RobotsAnswer } from './access.ts'

/** `rules`: those of the file. `follow`: asks at the target. `wait`: fetches nothing for a while. `last-copy`: goes on with an older file. */
export type AnswerMeaning = 'rules' | 'follow' | 'no-file' | 'wait' | 'last-copy' | 'undocumented'

export interface AnswerReading {
  readonly reader: 'Google' | 'Bing' | 'Yandex' | 'Amazon'
  readonly meaning: AnswerMeaning
  readonly message: string
  readonly source: string
}

type Class = 'ok' | 'redirect' | 'client-error' | 'too-many-requests' | 'server-error' | 'failure'

function classOf(answer: RobotsAnswer): Class {
  if (answer.kind === 'failure') return 'failure'
  const { status } = answer
  if (status >= 200 && status < 300) return 'ok'
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 429) return 'too-many-requests'
  return status >= 400 && status < 500 ? 'client-error' : 'server-error'
}

const GOOGLE_WAITS: readonly [AnswerMeaning, string] = [
  'wait',
  'Google fetches nothing for 12 hours, then goes on with its last copy for up to 30 days; without one it takes the file as missing.',
]
const SILENT: readonly [AnswerMeaning, string] = ['undocumented', 'What it does is not documented.']
const YANDEX_OPEN: readonly [AnswerMeaning, string] = [
  'no-file',
  'Yandex takes any answer but 200 as "everything is allowed".',
]
const AMAZON_COPY: readonly [AnswerMeaning, string] = [
  'last-copy',
  'Amazon asks again or goes on with a copy of the last 30 days; without one it takes the file as missing.',
]

const READINGS: Readonly<Record<Class, readonly (readonly [AnswerMeaning, string])[]>> = {
  ok: [
    ['rules', 'Google reads the first 500 KiB.'],
    ['rules', 'Bing reads the rules.'],
    [
      'rules',
      'Yandex reads the rules, unless the file has more than 500 KB: then everything is allowed.',
    ],
    ['rules', 'Amazon reads the rules.'],
  ],
  redirect: [
    ['follow', 'Google follows at least five redirects, then takes the file as missing.'],
    SILENT,
    ['follow', 'Yandex follows, to another site too.'],
    AMAZON_COPY,
  ],
  'client-error': [
    ['no-file', 'Google takes the file as missing: everything is allowed.'],
    ['no-file', 'Bing takes a missing file as "everything is allowed".'],
    YANDEX_OPEN,
    AMAZON_COPY,
  ],
  'too-many-requests': [GOOGLE_WAITS, SILENT, YANDEX_OPEN, AMAZON_COPY],
  'server-error': [GOOGLE_WAITS, SILENT, YANDEX_OPEN, AMAZON_COPY],
  failure: [GOOGLE_WAITS, SILENT, SILENT, AMAZON_COPY],
}

const READERS: readonly (readonly [AnswerReading['reader'], string])[] = [
  ['Google', 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec'],
  [
    'Bing',
    'https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question',
  ],
  ['Yandex', 'https://yandex.com/support/webmaster/en/robot-workings/user-agent'],
  ['Amazon', 'https://developer.amazon.com/amazonbot'],
]

/**
 * How Google, Bing, Yandex and Amazon say that they read such an answer.
 *
 * @example
 * readingsOf({ kind: 'response', status: 503 }).map(({ reader, meaning }) => `${reader}: ${meaning}`)
 * // [ 'Google: wait', 'Bing: undocumented', 'Yandex: no-file', 'Amazon: last-copy' ]
 */
export function readingsOf(answer: RobotsAnswer): readonly AnswerReading[] {
  const readings = READINGS[classOf(answer)]
  return READERS.map(([reader, source], at) => {
    const [meaning, message] = readings[at] ?? SILENT
    return { reader, meaning, message, source }
  })
}
