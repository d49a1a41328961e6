import { expect, test } from 'vitest'
import { originTwins } from './origin-twins.ts'

test.each([
  [
    'https://example.com',
    ['http://example.com', 'https://www.example.com', 'http://www.example.com'],
  ],
  ['http://www.a.test', ['https://www.a.test', 'https://a.test', 'http://a.test']],
  [
    'https://a.test:8443',
    ['https://a.test', 'http://a.test', 'https://www.a.test', 'http://www.a.test'],
  ],
  ['http://127.0.0.1:8080', ['https://127.0.0.1', 'http://127.0.0.1']],
  ['http://[::1]', ['https://[::1]']],
  ['http://localhost', ['https://localhost']],
])('%s has the twins %j', (origin, twins) => {
  expect(originTwins(origin)).toEqual([origin, ...twins])
})
