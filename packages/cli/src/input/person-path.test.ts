import { describe, expect, test } from 'vitest'
import { personPath } from './person-path.ts'

describe('relative paths are taken from where the person stands', () => {
  test.each([
    ['no runner', {}, '/here', '/here/a.txt'],
    [
      'a runner went to the package',
      { INIT_CWD: '/person', npm_package_json: '/repo/package.json' },
      '/repo',
      '/person/a.txt',
    ],
    ['a runner that does not say where it went', { INIT_CWD: '/person' }, '/repo', '/person/a.txt'],
    [
      'a script changed the folder after the runner',
      { INIT_CWD: '/person', npm_package_json: '/repo/package.json' },
      '/repo/sub',
      '/repo/sub/a.txt',
    ],
  ])('%s', (_, env, cwd, path) => {
    expect(personPath('a.txt', { env, cwd })).toBe(path)
  })

  test('an absolute path is left alone', () => {
    expect(personPath('/x/a.txt', { env: { INIT_CWD: '/person' }, cwd: '/repo' })).toBe('/x/a.txt')
  })
})
