import { describe, expect, test, vi } from 'vitest'
import { curtsy } from './curtsy.test-support.ts'
import { describeCommands } from './describe-commands.ts'

// The first command of a file loads the whole of core, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const COMMANDS = describeCommands()

describe('the commands as machines read them', () => {
  test('are all that there are', () => {
    expect(COMMANDS.map(({ name }) => name)).toEqual([
      '',
      'crawl',
      'explain',
      'status',
      'robots',
      'robots check',
      'robots explain',
      'robots fetch',
      'robots lint',
      'robots test',
      'sitemap',
    ])
  })

  test('have arguments and options', () => {
    const check = COMMANDS.find(({ name }) => name === 'robots check')
    expect(check?.arguments).toEqual([
      { name: 'file|url', required: true, variadic: false },
      { name: 'url', required: false, variadic: true },
    ])
    expect(check?.options.find(({ name }) => name === '--token')).toMatchObject({
      name: '--token',
      value: 'token',
    })
  })

  test('are what --help-json prints', async () => {
    const { code, out } = await curtsy(['--help-json'], { cwd: '/' })
    expect([code, JSON.parse(out)]).toEqual([0, COMMANDS])
  })
})

describe('--help', () => {
  test.each(COMMANDS.map(({ name, options }) => [name, options] as const))(
    'of "%s" names its options and has examples',
    async (name, options) => {
      const { code, out, err } = await curtsy([...name.split(' ').filter(Boolean), '--help'], {
        cwd: '/',
      })
      expect([code, err]).toEqual([0, ''])
      for (const option of options) expect(out).toContain(option.name)
      // A group of commands leads on to them.
      expect(out).toMatch(name === 'robots' ? /^ {2}check /m : /\$ curtsy /)
    },
  )
})
