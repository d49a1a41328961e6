import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LineSink } from './line-sink.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'curtsy-sink-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function never(error: Error): void {
  throw error
}

describe('a file of lines', () => {
  test('takes lines in order', async () => {
    const path = join(folder, 'a.jsonl')
    const sink = await LineSink.open(path, '--audit', never)
    for (let at = 0; at < 1_000; at += 1) sink.write(`line ${at}`)
    await sink.close()
    expect(readFileSync(path, 'utf8').split('\n')).toEqual([
      ...Array.from({ length: 1_000 }, (_, at) => `line ${at}`),
      '',
    ])
  })

  test.each([
    ['', ''],
    ['whole\n', 'whole\n'],
    ['whole\ntorn', 'whole\n'],
    ['torn', ''],
    [`whole\n${'x'.repeat(200_000)}`, 'whole\n'],
  ])('goes on after the last whole line (%#)', async (before, kept) => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, before)
    const sink = await LineSink.open(path, '--audit', never)
    sink.write('next')
    await sink.close()
    expect(readFileSync(path, 'utf8')).toBe(`${kept}next\n`)
  })

  test('begins anew when it is told to', async () => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, 'before\n')
    const sink = await LineSink.open(path, '--audit', never)
    sink.restart()
    sink.write('next')
    await sink.close()
    expect(readFileSync(path, 'utf8')).toBe('next\n')
  })

  test('HW-SYS-13 asks its producer to wait while much is unwritten', async () => {
    const path = join(folder, 'a.jsonl')
    const sink = await LineSink.open(path, '--audit', never)
    sink.write('x'.repeat(2_000_000))
    await sink.ready()
    expect(statSync(path).size).toBe(2_000_001)
    await sink.close()
  })

  test.runIf(process.platform === 'linux')(
    'HW-SYS-04 a full disk is told once and thrown at the end',
    async () => {
      const told: string[] = []
      const sink = await LineSink.open('/dev/full', '--audit /dev/full', (error) =>
        told.push(error.message),
      )
      sink.write('a')
      await expect(sink.flush()).rejects.toThrow('no space is left on the device')
      sink.write('b')
      await expect(sink.close()).rejects.toThrow('no space is left on the device')
      expect(told).toEqual([
        '--audit /dev/full cannot be written any more: no space is left on the device. The crawl stops; once that is mended, the same command goes on.',
      ])
    },
  )
})
