import { expect, test } from 'vitest'
import { hopEntry } from './robots-turn.ts'

test.each([
  ['https://a.test/robots.txt', 'a.test'],
  ['http://a.test:443/robots.txt', 'a.test'],
  ['https://a.test:80/robots.txt', 'a.test'],
  ['https://a.test:8443/robots.txt', 'a.test:8443'],
])('a hop to %s waits for the clock of %s', (url, slot) => {
  expect(hopEntry('http://b.test', { do: 'fetch', url, hop: 1 }, 0)).toMatchObject({
    slot,
    origin: new URL(url).origin,
    data: { robotsFor: 'http://b.test', hop: 1 },
  })
})
