import { describe, expect, test } from 'vitest'
import { afterRobotsAnswer, nextRobotsStep, type RobotsAnswer, type RobotsStep } from './access.ts'
import { ROBOTS_POLICIES, type RobotsPolicy } from './access-policy.ts'
import { rebaseRobotsCopy, type RobotsCopy } from './robots-copy.ts'
import { robotsOfFile, stepVerdict } from './step-verdict.ts'

const ORIGIN = 'https://example.com'
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const FILE = bytes('User-agent: *\nDisallow: /private\n')
const ok: RobotsAnswer = { kind: 'response', status: 200, body: FILE }
const status = (code: number, rest: object = {}): RobotsAnswer => ({
  kind: 'response',
  status: code,
  ...rest,
})
const dead: RobotsAnswer = { kind: 'failure', reason: 'dns' }

/** Carries out the step that is due at `nowMs`, which must be a fetch. */
function answered(copy: RobotsCopy | undefined, nowMs: number, answer: RobotsAnswer): RobotsCopy {
  const step = nextRobotsStep(ORIGIN, copy, nowMs)
  if (step.do !== 'fetch') throw new Error(`no fetch is due at ${nowMs}: ${JSON.stringify(step)}`)
  return afterRobotsAnswer(ORIGIN, copy, step, answer, nowMs)
}

/** A series of failures from `fromMs` on, each attempt when it is due, until `untilMs`. */
function failing(
  copy: RobotsCopy | undefined,
  fromMs: number,
  untilMs: number,
  answer: RobotsAnswer,
): RobotsCopy {
  let next = answered(copy, fromMs, answer)
  while (next.failing!.retryAtMs < untilMs) next = answered(next, next.failing!.retryAtMs, answer)
  return next
}

/** What the policy says at `nowMs`, whatever attempt is due and whenever the copy was written. */
function usable(copy: RobotsCopy, nowMs: number, policy: RobotsPolicy): 'file' | 'all' | 'nothing' {
  const later = { ...copy, seenAtMs: nowMs, failing: { ...copy.failing!, retryAtMs: Infinity } }
  const step = nextRobotsStep(ORIGIN, later, nowMs, policy)
  if (step.do === 'use') return step.file === undefined ? 'all' : 'file'
  return 'nothing'
}

describe('what one answer means', () => {
  test('an origin that was never asked is asked first', () => {
    expect(nextRobotsStep(ORIGIN, undefined, 7)).toEqual({
      do: 'fetch',
      url: `${ORIGIN}/robots.txt`,
      hop: 0,
    })
  })

  test.each<[string, RobotsAnswer, RobotsCopy['state']]>([
    ['200', ok, 'fetched'],
    ['200 without a body', status(200), 'fetched'],
    ['200 with a web page', status(200, { body: bytes('<html>hello</html>') }), 'fetched'],
    ['204', status(204), 'fetched'],
    ['206 that nobody asked for', status(206, { body: FILE }), 'unreachable'],
    ['304 that nobody asked for', status(304, { location: '/x' }), 'unreachable'],
    ['301 without a target', status(301), 'unreachable'],
    ['302 with an empty target', status(302, { location: ' ' }), 'unreachable'],
    [
      '302 to another scheme',
      status(302, { location: 'ftp://example.com/robots.txt' }),
      'unreachable',
    ],
    ['302 to no URL', status(302, { location: 'https://' }), 'unreachable'],
    ['400', status(400), 'unavailable'],
    ['401', status(401), 'unavailable'],
    ['403', status(403), 'unavailable'],
    ['404', status(404), 'unavailable'],
    ['410', status(410), 'unavailable'],
    ['451', status(451), 'unavailable'],
    ['429', status(429), 'unreachable'],
    ['500', status(500), 'unreachable'],
    ['503', status(503), 'unreachable'],
    ['599', status(599), 'unreachable'],
    ['a status that does not exist', status(700), 'unreachable'],
    ['100', status(100), 'unreachable'],
    ['dns', { kind: 'failure', reason: 'dns' }, 'unreachable'],
    ['connect', { kind: 'failure', reason: 'connect' }, 'unreachable'],
    ['reset', { kind: 'failure', reason: 'reset' }, 'unreachable'],
    ['tls', { kind: 'failure', reason: 'tls' }, 'unreachable'],
    ['timeout', { kind: 'failure', reason: 'timeout' }, 'unreachable'],
    [
      'a cut body, or one that expands without measure',
      { kind: 'failure', reason: 'body' },
      'unreachable',
    ],
    ['refused by the gate', { kind: 'failure', reason: 'refused-by-gate' }, 'unreachable'],
    ['other', { kind: 'failure', reason: 'other' }, 'unreachable'],
  ])('%s', (_name, answer, state) => {
    expect(answered(undefined, 0, answer).state).toBe(state)
  })

  test('only rules that are known allow: a state gives these verdicts', () => {
    const verdict = (answer: RobotsAnswer, path: string): unknown => {
      const step = nextRobotsStep(ORIGIN, answered(undefined, 0, answer), 1)
      return stepVerdict(step, ORIGIN + path, 'ExampleBot')
    }
    const rule = { kind: 'disallow', pattern: '/private', line: 2 }
    expect(verdict(ok, '/private')).toEqual({ allowed: false, reason: 'disallow-rule', rule })
    expect(verdict(ok, '/a')).toEqual({ allowed: true, reason: 'no-matching-rule' })
    expect(verdict(status(200), '/a')).toEqual({ allowed: true, reason: 'no-matching-group' })
    expect(verdict(status(404), '/a')).toEqual({ allowed: true, reason: 'unavailable' })
    expect(verdict(status(503), '/a')).toEqual({ allowed: false, reason: 'unreachable' })
    expect(verdict(status(302, { location: '/r' }), '/a')).toEqual({
      allowed: false,
      reason: 'unreachable',
    })
    expect(stepVerdict(nextRobotsStep(ORIGIN, undefined, 0), ORIGIN, 'ExampleBot')).toEqual({
      allowed: false,
      reason: 'unreachable',
    })
  })
})

describe('RFC 9309 §2.3.1.2 redirects', () => {
  const hopTo = (n: number): RobotsAnswer =>
    status(301, { location: `https://h${n}.example/r.txt#x` })

  test('each of five hops is a step of its own, and the rules belong to the origin that was asked', () => {
    let copy: RobotsCopy | undefined
    for (let hop = 1; hop <= 5; hop++) {
      copy = answered(copy, hop, hopTo(hop))
      expect(nextRobotsStep(ORIGIN, copy, hop)).toEqual({
        do: 'fetch',
        url: `https://h${hop}.example/r.txt`,
        hop,
      })
    }
    copy = answered(copy, 9, ok)
    expect([copy.state, copy.origin, copy.file?.url, copy.answered?.hops]).toEqual([
      'fetched',
      ORIGIN,
      'https://h5.example/r.txt',
      5,
    ])
    expect(copy.hop).toBeUndefined()
  })

  test('a sixth redirect is as if there were no file', () => {
    let copy: RobotsCopy | undefined
    for (let hop = 1; hop <= 6; hop++) copy = answered(copy, hop, hopTo(hop))
    expect([copy!.state, copy!.answered?.why]).toEqual(['unavailable', 'too-many-redirects'])
  })

  test('a target is resolved against the hop it came from, without user name and password', () => {
    let copy = answered(undefined, 0, status(302, { location: 'http://u:p@other.example/a/b' }))
    copy = answered(copy, 1, status(307, { location: '../c' }))
    expect(nextRobotsStep(ORIGIN, copy, 2)).toEqual({
      do: 'fetch',
      url: 'http://other.example/c',
      hop: 2,
    })
  })

  test.each<[string, RobotsAnswer, RobotsCopy['state']]>([
    ['404 at the target', status(404), 'unavailable'],
    ['503 at the target', status(503), 'unreachable'],
    [
      'a target that the gate refuses',
      { kind: 'failure', reason: 'refused-by-gate' },
      'unreachable',
    ],
  ])('%s', (_name, answer, state) => {
    const copy = answered(answered(undefined, 0, hopTo(1)), 1, answer)
    expect(copy.state).toBe(state)
  })

  test('after a failure on the way the chain starts again from the origin', () => {
    const copy = answered(answered(undefined, 0, hopTo(1)), 10, dead)
    expect(copy.failing).toMatchObject({ attempts: 1, gotHttp: true, retryAtMs: 10 + 5 * SECOND })
    expect(nextRobotsStep(ORIGIN, copy, copy.failing!.retryAtMs)).toMatchObject({ hop: 0 })
  })

  test('a hop left over from yesterday starts again from the origin', () => {
    const copy = answered(undefined, 0, hopTo(1))
    expect(nextRobotsStep(ORIGIN, copy, DAY - 1)).toMatchObject({ hop: 1 })
    expect(nextRobotsStep(ORIGIN, copy, DAY)).toMatchObject({ hop: 0 })
  })
})

describe('RFC 9309 §2.4 freshness', () => {
  test.each<[string | undefined, number]>([
    [undefined, DAY],
    ['max-age=3600', HOUR],
    ['public, Max-Age="7200"', 2 * HOUR],
    ['max-age=1', 5 * MINUTE],
    ['max-age=299', 5 * MINUTE],
    ['max-age=301', 301 * SECOND],
    ['max-age=0, must-revalidate', 5 * MINUTE],
    ['max-age=86401', DAY],
    ['max-age=999999999999999999999', DAY],
    ['no-store', 5 * MINUTE],
    ['no-cache, max-age=7200', 5 * MINUTE],
    ['max-age=7200, max-age=3600', HOUR],
    ['max-age=-5', DAY],
    ['max-age=soon', DAY],
    ['s-maxage=60', DAY],
  ])('Cache-Control %s: fresh for %i ms', (cacheControl, freshForMs) => {
    for (const code of [200, 404]) {
      const copy = answered(undefined, 100, status(code, { cacheControl, body: FILE }))
      expect(nextRobotsStep(ORIGIN, copy, 100 + freshForMs - 1)).toMatchObject({
        do: 'use',
        stale: false,
        untilMs: 100 + freshForMs,
      })
      expect(nextRobotsStep(ORIGIN, copy, 100 + freshForMs)).toMatchObject({ do: 'fetch', hop: 0 })
    }
  })
})

describe('retries', () => {
  test('they are due after 5 s and 10 s, then after 60 s, doubling to an hour', () => {
    const dueAfter: number[] = []
    let copy = answered(undefined, 0, dead)
    let lastMs = 0
    for (let n = 0; n < 11; n++) {
      const { retryAtMs } = copy.failing!
      dueAfter.push((retryAtMs - lastMs) / SECOND)
      lastMs = retryAtMs
      copy = answered(copy, retryAtMs, dead)
    }
    expect(dueAfter).toEqual([5, 10, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  })

  test('the origin is parked once the ordinary retries are over', () => {
    const steps: RobotsStep[] = []
    let copy: RobotsCopy | undefined
    for (const nowMs of [0, 5 * SECOND, 15 * SECOND]) {
      copy = answered(copy, nowMs, dead)
      steps.push(nextRobotsStep(ORIGIN, copy, nowMs))
    }
    expect(steps).toEqual([
      { do: 'wait', reason: 'unreachable', untilMs: 5 * SECOND, parked: false },
      { do: 'wait', reason: 'unreachable', untilMs: 15 * SECOND, parked: false },
      { do: 'wait', reason: 'unreachable', untilMs: 75 * SECOND, parked: true },
    ])
  })

  test.each<[number, string, number]>([
    [429, '120', 120 * SECOND],
    [503, '2', 5 * SECOND],
    [500, '30', 30 * SECOND],
    [301, '30', 30 * SECOND],
    [429, '0', 5 * SECOND],
    [429, '-20', 5 * SECOND],
    [429, '1.5', 5 * SECOND],
    [429, 'soon', 5 * SECOND],
    [503, 'Sun, 06 Nov 1994 08:50:37 GMT', 60 * SECOND],
    [503, 'Sunday, 06-Nov-94 08:50:37 GMT', 60 * SECOND],
    [503, 'Sun Nov  6 08:50:37 1994', 60 * SECOND],
    [503, 'Sun, 06 Nov 1994 08:40:37 GMT', 5 * SECOND],
    [503, '1994-11-06', 5 * SECOND],
  ])('%i with Retry-After %s: asked again after %i ms', (code, retryAfter, afterMs) => {
    const nowMs = Date.UTC(1994, 10, 6, 8, 49, 37)
    expect(
      answered(undefined, nowMs, status(code, { retryAfter })).failing!.retryAtMs - nowMs,
    ).toBe(afterMs)
  })

  test('a site that asks for more than an hour is parked at once', () => {
    const hour = answered(undefined, 0, status(429, { retryAfter: '3600' }))
    const more = answered(undefined, 0, status(429, { retryAfter: '3601' }))
    expect(nextRobotsStep(ORIGIN, hour, 0)).toMatchObject({ untilMs: HOUR, parked: false })
    expect(nextRobotsStep(ORIGIN, more, 0)).toMatchObject({ untilMs: HOUR + SECOND, parked: true })
  })

  test('an answer ends the series, and the next failure starts a new one', () => {
    let copy = failing(undefined, 0, HOUR, dead)
    copy = answered(copy, copy.failing!.retryAtMs, ok)
    expect(copy.failing).toBeUndefined()
    copy = answered(copy, copy.answered!.freshUntilMs, dead)
    expect(copy.failing).toMatchObject({ attempts: 1, sinceMs: copy.seenAtMs })
  })
})

describe('RFC 9309 §2.3.1.4 unreachable', () => {
  // The file is read at 0 and goes stale after 5 minutes: failures from then on.
  const sinceMs = 5 * MINUTE
  const young = answered(undefined, 0, status(200, { body: FILE, cacheControl: 'no-store' }))

  const withCopy = failing(young, sinceMs, 31 * DAY, status(503))
  const withCopyDead = failing(young, sinceMs, 31 * DAY, dead)
  const never = failing(undefined, sinceMs, 31 * DAY, status(503))
  const neverDead = failing(undefined, sinceMs, 31 * DAY, dead)
  const yesterday = failing(answered(undefined, -30 * DAY, ok), sinceMs, 31 * DAY, status(503))

  test.each<[RobotsPolicy, string, RobotsCopy, number, 'file' | 'all' | 'nothing']>([
    // a copy younger than 24 hours
    ['careful', 'young copy', withCopy, sinceMs, 'file'],
    ['careful', 'young copy', withCopy, DAY - 1, 'file'],
    ['google', 'young copy', withCopy, DAY - 1, 'file'],
    ['amazon', 'young copy', withCopy, DAY - 1, 'file'],
    ['last-good', 'young copy', withCopy, DAY - 1, 'file'],
    ['disallow', 'young copy', withCopy, sinceMs, 'nothing'],
    // up to 12 hours
    ['careful', 'old copy', yesterday, sinceMs + 12 * HOUR - MINUTE, 'nothing'],
    ['google', 'old copy', yesterday, sinceMs + 12 * HOUR - MINUTE, 'nothing'],
    ['amazon', 'copy of 30 days', yesterday, -1 * MINUTE, 'file'],
    ['amazon', 'copy of more than 30 days', yesterday, sinceMs, 'all'],
    ['last-good', 'old copy', yesterday, sinceMs, 'file'],
    ['disallow', 'old copy', yesterday, sinceMs, 'nothing'],
    ['careful', 'no copy', never, sinceMs + 12 * HOUR - MINUTE, 'nothing'],
    ['google', 'no copy', never, sinceMs + 12 * HOUR - MINUTE, 'nothing'],
    ['amazon', 'no copy', never, sinceMs, 'all'],
    ['last-good', 'no copy', never, sinceMs, 'nothing'],
    ['disallow', 'no copy', never, sinceMs, 'nothing'],
    // 12 hours to 30 days
    ['careful', 'old copy', yesterday, sinceMs + 12 * HOUR + MINUTE, 'file'],
    ['google', 'old copy', yesterday, sinceMs + 12 * HOUR + MINUTE, 'file'],
    ['last-good', 'old copy', yesterday, sinceMs + 12 * HOUR + MINUTE, 'file'],
    ['disallow', 'old copy', yesterday, sinceMs + 12 * HOUR + MINUTE, 'nothing'],
    ['careful', 'no copy', never, sinceMs + 12 * HOUR + MINUTE, 'nothing'],
    ['google', 'no copy', never, sinceMs + 12 * HOUR + MINUTE, 'all'],
    ['google', 'no copy, no HTTP', neverDead, sinceMs + 12 * HOUR + MINUTE, 'all'],
    ['last-good', 'no copy', never, sinceMs + 12 * HOUR + MINUTE, 'nothing'],
    ['careful', 'old copy', withCopy, sinceMs + 29 * DAY, 'file'],
    ['careful', 'no copy', never, sinceMs + 29 * DAY, 'nothing'],
    // after 30 days
    ['careful', 'old copy, HTTP', withCopy, sinceMs + 31 * DAY, 'all'],
    ['careful', 'no copy, HTTP', never, sinceMs + 31 * DAY, 'all'],
    ['careful', 'old copy, no HTTP', withCopyDead, sinceMs + 31 * DAY, 'nothing'],
    ['careful', 'no copy, no HTTP', neverDead, sinceMs + 31 * DAY, 'nothing'],
    ['google', 'no copy, HTTP', never, sinceMs + 31 * DAY, 'all'],
    ['google', 'no copy, no HTTP', neverDead, sinceMs + 31 * DAY, 'nothing'],
    ['last-good', 'old copy, HTTP', withCopy, sinceMs + 31 * DAY, 'nothing'],
    ['disallow', 'old copy, HTTP', withCopy, sinceMs + 31 * DAY, 'nothing'],
  ])('%s, %s: %#', (policy, _name, copy, nowMs, expected) => {
    expect(usable(copy, nowMs, policy)).toBe(expected)
  })

  test('the periods end to the millisecond', () => {
    expect(usable(yesterday, sinceMs + 12 * HOUR - 1, 'careful')).toBe('nothing')
    expect(usable(yesterday, sinceMs + 12 * HOUR, 'careful')).toBe('file')
    expect(usable(withCopy, sinceMs + 30 * DAY - 1, 'careful')).toBe('file')
    expect(usable(withCopy, sinceMs + 30 * DAY, 'careful')).toBe('all')
    expect(usable(withCopy, DAY - 1, 'careful')).toBe('file')
    expect(usable(withCopy, sinceMs + 12 * HOUR, 'careful')).toBe('file')
  })

  test('a copy older than 24 hours falls silent until 12 hours have passed since the first failure', () => {
    const copy = failing(answered(undefined, 0, ok), DAY, 2 * DAY, status(503))
    expect(usable(copy, DAY, 'careful')).toBe('nothing')
    expect(usable(copy, DAY + 12 * HOUR, 'careful')).toBe('file')
  })

  test('while a stale copy counts, robots.txt is still asked for when a retry is due', () => {
    const copy = answered(young, sinceMs, status(503))
    const retryAtMs = sinceMs + 5 * SECOND
    expect(nextRobotsStep(ORIGIN, copy, sinceMs)).toMatchObject({
      do: 'use',
      stale: true,
      untilMs: retryAtMs,
    })
    expect(nextRobotsStep(ORIGIN, copy, retryAtMs)).toMatchObject({ do: 'fetch', hop: 0 })
  })

  test('an answer that there is no file is not a good copy', () => {
    let copy = answered(undefined, 0, ok)
    copy = answered(copy, DAY, status(404, { cacheControl: 'no-store' }))
    expect(copy.file).toBeUndefined()
    copy = answered(copy, DAY + 5 * MINUTE, status(503))
    expect(usable(copy, DAY + 5 * MINUTE, 'careful')).toBe('nothing')
    expect(usable(copy, DAY + 13 * HOUR, 'careful')).toBe('nothing')
  })
})

describe('the copy', () => {
  test('survives JSON: the same next step and the same rules, octets beyond ASCII included', () => {
    const body = new Uint8Array([...FILE, ...bytes('Disallow: /caf'), 0xe9, 0x0a])
    const copy = answered(undefined, 0, status(200, { body, contentType: 'text/plain' }))
    const again = JSON.parse(JSON.stringify(copy)) as RobotsCopy
    expect(again).toEqual(copy)
    const step = nextRobotsStep(ORIGIN, again, 1)
    expect(stepVerdict(step, `${ORIGIN}/caf%E9`, 'ExampleBot')).toMatchObject({
      allowed: false,
      rule: { line: 3 },
    })
  })

  test('keeps whole lines of the first 512 KiB: half of a rule is not kept', () => {
    const filler = `User-agent: *\n${'# 62 characters of filler in each of the lines of this file \n'.repeat(9000)}`
    const cutAt = 512 * 1024
    const body = bytes(`${filler.slice(0, cutAt - 12)}\nDisallow: /private\n`)
    const copy = answered(undefined, 0, status(200, { body }))
    expect(copy.file!.octets.length).toBe(cutAt - 11)
    expect(copy.file!.droppedBytes).toBe('Disallow: /private\n'.length)
    expect(robotsOfFile(copy.file!).check(`${ORIGIN}/a`, 'ExampleBot').allowed).toBe(true)
  })

  test('drops the line in which the reader stopped', () => {
    const body = bytes('User-agent: *\nDisallow: /a\nDisallow: /')
    const cut = answered(undefined, 0, status(200, { body, truncated: true }))
    expect(cut.file!.octets).toBe('User-agent: *\nDisallow: /a\n')
    expect(answered(undefined, 0, status(200, { body })).file!.octets).toMatch(/\/$/)
  })

  test('after the clock was set back a wait is as long as it was, not longer', () => {
    const copy = answered(undefined, 100 * DAY, status(503))
    const back = rebaseRobotsCopy(copy, 10 * DAY)
    expect(back.failing).toMatchObject({ sinceMs: 10 * DAY, retryAtMs: 10 * DAY + 5 * SECOND })
    const file = answered(undefined, 100 * DAY, ok)
    expect(nextRobotsStep(ORIGIN, file, 10 * DAY)).toMatchObject({ do: 'use', untilMs: 11 * DAY })
    expect(rebaseRobotsCopy(file, 100 * DAY + 1)).toBe(file)
  })

  test('all policies are listed', () => {
    expect(ROBOTS_POLICIES).toEqual(['careful', 'google', 'amazon', 'last-good', 'disallow'])
  })
})
