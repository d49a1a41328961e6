import type { AuditEvent, SettingsEvent } from '@curtsy/core'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditLine, createAuditLog } from './audit-log.ts'

const REFUSED: AuditEvent = {
  event: 'refused',
  atMs: 5,
  url: 'https://a.test/\u202e?token=abc',
  reason: 'disallow-rule',
  via: 'https://a.test/?sig=1',
  message: 'Line 2\nof https://a.test/?token=abc',
  rule: { kind: 'disallow', pattern: '/*?token=*', line: 2 },
}

test('HW-OUT-07, HW-OUT-02 an event is one line without secrets; the pattern of a rule stays as written', () => {
  const line = auditLine(REFUSED)
  expect(line).not.toContain('\n')
  expect(line).toContain('\\u202e')
  expect(JSON.parse(line)).toEqual({
    ...REFUSED,
    url: 'https://a.test/\u202e?token=***',
    via: 'https://a.test/?sig=***',
    message: 'Line 2\nof https://a.test/?token=***',
  })
})

test.each([
  [true, ['before', 'settings', 'refused']],
  [false, ['settings', 'refused']],
])('a crawl with resumed = %s leaves %j in the log', async (resumed, events) => {
  const folder = mkdtempSync(join(tmpdir(), 'curtsy-audit-'))
  const path = join(folder, 'audit.jsonl')
  writeFileSync(path, '{"event":"before"}\n{"event":"to')
  const log = createAuditLog(path, (error) => {
    throw error
  })
  await log.open()
  log.plugin.on?.audit?.({ event: 'settings', resumed } as SettingsEvent)
  log.plugin.on?.audit?.(REFUSED)
  await log.close()
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(events)
  rmSync(folder, { recursive: true })
})
