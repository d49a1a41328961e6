import { describe, expect, test } from 'vitest'
import { contactHealth, dispose } from './dispose.ts'
import type { FailureReason } from './outcome.ts'

const status = (code: number, location?: string) =>
  ({ kind: 'response', status: code, location }) as const
const failure = (reason: FailureReason) => ({ kind: 'failure', reason, message: 'm' }) as const

describe('a status means', () => {
  test.each<[number, string | undefined, number, object]>([
    [200, undefined, 2, { kind: 'deliver' }],
    [204, undefined, 2, { kind: 'deliver' }],
    [206, undefined, 2, { kind: 'drop', reason: 'protocol-error' }],
    [301, '/x', 2, { kind: 'redirect', location: '/x' }],
    [308, '/x', 0, { kind: 'redirect', location: '/x' }],
    [302, undefined, 2, { kind: 'drop', reason: 'redirect-invalid' }],
    [302, '', 2, { kind: 'drop', reason: 'redirect-invalid' }],
    [305, '/x', 2, { kind: 'drop', reason: 'redirect-invalid' }],
    [304, undefined, 2, { kind: 'drop', reason: 'protocol-error' }],
    [404, undefined, 2, { kind: 'drop', reason: 'http-status' }],
    [401, undefined, 2, { kind: 'drop', reason: 'http-status' }],
    [500, undefined, 1, { kind: 'retry', reason: 'http-status' }],
    [500, undefined, 0, { kind: 'drop', reason: 'http-status' }],
    [501, undefined, 2, { kind: 'drop', reason: 'http-status' }],
    [429, undefined, 2, { kind: 'retry', reason: 'rate-limited' }],
    [429, undefined, 0, { kind: 'drop', reason: 'rate-limited' }],
  ])('%i with Location %s and %i retries left', (code, location, left, expected) => {
    expect(dispose(status(code, location), left)).toMatchObject(expected)
  })
})

describe('a failure means', () => {
  test.each<[FailureReason, string]>([
    ['connection-reset', 'retry'],
    ['body-incomplete', 'retry'],
    ['dns-failure', 'retry'],
    ['headers-timeout', 'retry'],
    ['tls-error', 'drop'],
    ['protocol-error', 'drop'],
    ['body-too-large', 'drop'],
    ['content-type-refused', 'drop'],
    ['deadline-exceeded', 'drop'],
  ])('%s: %s', (reason, kind) => {
    expect(dispose(failure(reason), 1)).toMatchObject({ kind, reason })
    expect(dispose(failure(reason), 0)).toMatchObject({ kind: 'drop', reason })
  })
})

describe('what an answer says about the host', () => {
  test.each([
    [status(200), 'healthy'],
    [status(404), 'healthy'],
    [status(429), 'slow-down'],
    [status(503), 'slow-down'],
    [status(500), 'failing'],
    [failure('headers-timeout'), 'slow-down'],
    [failure('deadline-exceeded'), 'slow-down'],
    [failure('connection-reset'), 'failing'],
    [failure('dns-failure'), 'failing'],
    [failure('content-type-refused'), 'healthy'],
    [failure('body-too-large'), 'healthy'],
  ] as const)('%o: %s', (answer, health) => {
    expect(contactHealth(answer)).toBe(health)
  })
})
