import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Column } from './column.ts'
import { FifoBacklog } from './fifo-backlog.ts'

test('a backlog gives entries by priority, then by id, whenever they were put in', () => {
  const command = fc.oneof(
    fc.record({ put: fc.nat(1_000), priority: fc.integer({ min: -2, max: 2 }) }),
    fc.constant('take' as const),
  )
  const outcome = fc.check(
    fc.property(fc.array(command, { maxLength: 100 }), (commands) => {
      const backlog = new FifoBacklog(new Column(4))
      const expected: { id: number; priority: number }[] = []
      const used = new Set<number>()
      for (const one of commands) {
        if (one === 'take') {
          expected.sort((a, b) => a.priority - b.priority || a.id - b.id)
          const first = expected.shift()
          assert.equal(backlog.peek(), first?.id ?? 0)
          if (first !== undefined) assert.equal(backlog.peekPriority(), first.priority)
          backlog.shift()
        } else if (!used.has(one.put + 1)) {
          used.add(one.put + 1)
          backlog.push(one.put + 1, one.priority)
          expected.push({ id: one.put + 1, priority: one.priority })
        }
        assert.equal(backlog.size, expected.length)
      }
    }),
  )
  expect(fc.defaultReportMessage(outcome)).toBeUndefined()
})
