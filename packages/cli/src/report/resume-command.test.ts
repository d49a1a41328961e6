import { describe, expect, test } from 'vitest'
import { resumeCommand } from './resume-command.ts'

const AGENT = 'ExampleBot/1.0 (+https://example.com/bot)'

describe('the command that goes on', () => {
  test.each([
    [
      ['crawl', 'https://a.test/', '--agent', AGENT],
      {},
      `curtsy crawl https://a.test/ --agent '${AGENT}'`,
    ],
    [['crawl', 'https://a.test/?a=1&b=2', '--fresh'], {}, `curtsy crawl 'https://a.test/?a=1&b=2'`],
    [['crawl', "it's"], {}, `curtsy crawl 'it'\\''s'`],
    [
      ['crawl', 'https://a.test/'],
      {
        npm_lifecycle_event: 'curtsy',
        npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v20.20.2 linux x64',
      },
      'npx --yes pnpm@12.21.0 curtsy crawl https://a.test/',
    ],
    [
      ['crawl', 'https://a.test/'],
      { npm_lifecycle_event: 'test', npm_config_user_agent: 'pnpm/12.21.0' },
      'curtsy crawl https://a.test/',
    ],
    [
      ['crawl', 'https://a.test/?token=abc'],
      {},
      `curtsy crawl 'https://a.test/?token=***'  (with the secrets that are masked here)`,
    ],
  ])('%j with %j', (words, env, command) => {
    expect(resumeCommand({ words, env })).toBe(command)
  })
})

test.each([
  [['crawl', 'https://a.test/', '--max-pages', '5', '--json'], '--json --max-pages 10'],
  [['crawl', 'https://a.test/', '--max-pages=5'], '--max-pages 10'],
  [['crawl', 'https://a.test/'], '--max-pages 10'],
])('a limit that was reached is raised in %j', (words, end) => {
  expect(resumeCommand({ words, env: {} }, { maxPages: 10 })).toBe(
    `curtsy crawl https://a.test/ ${end}`,
  )
})
