import { describe, expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

describe('HW-OUT-07 secrets in URLs are masked', () => {
  test.each([
    ['https://a.test/?token=abc', 'https://a.test/?token=***'],
    ['https://a.test/?page=2&access_token=abc&x=1', 'https://a.test/?page=2&access_token=***&x=1'],
    ['https://a.test/?API-Key=abc', 'https://a.test/?API-Key=***'],
    ['https://a.test/?%74oken=abc', 'https://a.test/?%74oken=***'],
    ['https://a.test/a;jsessionid=1F', 'https://a.test/a;jsessionid=***'],
    ['https://a.test/#access_token=abc', 'https://a.test/#access_token=***'],
    ['https://me:pw@a.test/', 'https://***@a.test/'],
    ['https://me@a.test/', 'https://***@a.test/'],
    ['postgres://me:pw@db/crawl', 'postgres://***@db/crawl'],
    [
      'First https://a.test/?sig=1 then https://b.test/?sig=2',
      'First https://a.test/?sig=*** then https://b.test/?sig=***',
    ],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  test.each([
    'https://a.test/?page=2&tokens=3',
    'https://a.test/@user/?q=a@b.test',
    'https://a.test/token=abc',
    'https://a.test/?token=',
    'mail me@a.test',
    'https://a.test/?%ff=1',
  ])('%s stays as it is', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })
})
