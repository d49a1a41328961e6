// From a step to an answer for one URL.

import type { RobotsStep } from './access.ts'
import { bytesOf } from './octets.ts'
import type { ProductToken } from './product-token.ts'
import type { RobotsFile } from './robots-copy.ts'
import { parseRobots, type Robots } from './robots.ts'
import type { RobotsVerdict } from './verdict.ts'

const parsed = new WeakMap<RobotsFile, Robots>()

/**
 * The rules of a stored file. The same file object is read once.
 *
 * @example
 * if (copy.file !== undefined) robotsOfFile(copy.file).crawlDelay('ExampleBot') // { seconds: 2, line: 3, from: 'default' }
 */
export function robotsOfFile(file: RobotsFile): Robots {
  let robots = parsed.get(file)
  if (robots === undefined) {
    robots = parseRobots(bytesOf(file.octets))
    parsed.set(file, robots)
  }
  return robots
}

/**
 * May this URL be fetched at this step? No rules yet is not yes: while there is something to fetch or to wait for, the answer is
 * `unreachable`.
 *
 * @throws RobotsError CURTSY_URL, CURTSY_TOKEN
 * @example
 * stepVerdict({ do: 'use', file: undefined, stale: false, untilMs: 0 }, 'https://example.com/', 'ExampleBot')
 * // { allowed: true, reason: 'unavailable' }
 */
export function stepVerdict(
  step: RobotsStep,
  url: string | URL,
  productToken: ProductToken,
): RobotsVerdict {
  if (step.do !== 'use') return { allowed: false, reason: 'unreachable' }
  if (step.file === undefined) return { allowed: true, reason: 'unavailable' }
  return robotsOfFile(step.file).check(url, productToken)
}
