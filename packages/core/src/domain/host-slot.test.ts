import { expect, test } from 'vitest'
import { hostSlotOf, originsOf } from './host-slot.ts'

test.each([
  ['http://a.test/', 'a.test'],
  ['https://a.test/', 'a.test'],
  ['http://a.test:443/', 'a.test'],
  ['https://a.test:80/', 'a.test'],
  ['http://a.test:8080/', 'a.test:8080'],
  ['https://[2001:db8::1]/', '[2001:db8::1]'],
])('%s is a contact of %s', (url, slot) => {
  expect(hostSlotOf(new URL(url))).toBe(slot)
  expect(originsOf(slot)).toContain(new URL(url).origin)
})
