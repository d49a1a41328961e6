// nowhere.demo: a name that does not resolve.
//
// Its robots.txt cannot be fetched, so its rules are unknown, and unknown is not yes: the seed waits as robots-unreachable.
import { waiting } from './expectation.ts'
import type { Site } from './site.ts'

export function nowhere(): Site {
  return {
    name: 'nowhere.demo',
    seedPath: '/',
    respond: undefined,
    expected: { '/': waiting('robots-unreachable', 'the name does not resolve') },
  }
}
