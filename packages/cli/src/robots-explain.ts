// `curtsy robots explain` from its arguments to its exit code.
import { parseRobots } from '@curtsy/robots'
import type { Dialect } from '@curtsy/robots'
import { EXIT } from './exit-code.ts'
import { productTokens } from './input/product-tokens.ts'
import type { TokenFlags } from './input/product-tokens.ts'
import { readRobotsInput, robotsOrigin } from './input/robots-input.ts'
import type { RobotsInputFlags } from './input/robots-input.ts'
import { urlsOfOrigin } from './input/urls-of-origin.ts'
import { sayRobotsDoubts } from './report/robots-doubts.ts'
import { robotsExplanationLines } from './report/robots-explanation-lines.ts'
import type { ExplainedUrl } from './report/robots-explanation-lines.ts'
import { verdictLines } from './report/verdict-lines.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { jsonLine } from './terminal/visible.ts'

export interface RobotsExplainFlags extends RobotsInputFlags, TokenFlags {
  readonly dialect: Dialect
  readonly json?: true
}

/** @returns the exit code: 0, whatever is explained */
export async function robotsExplain(
  source: string,
  urls: readonly string[],
  flags: RobotsExplainFlags,
  surroundings: Surroundings,
): Promise<number> {
  const tokens = productTokens(flags, surroundings.env)
  const absolute = urlsOfOrigin(robotsOrigin(source), urls)
  const input = await readRobotsInput(source, flags, surroundings)
  const { out, err } = surroundings
  sayRobotsDoubts(input, err)
  if (input.kind !== 'file') {
    // Without rules there is nothing more to say than the verdict.
    const allowed = input.kind === 'unavailable'
    const checked = urls.map((url) => ({ url, allowed, reason: input.kind }))
    if (flags.json) sayLine(out, jsonLine(checked))
    else for (const line of verdictLines(checked, out.paint)) sayLine(out, line)
    return EXIT.done
  }
  const robots = parseRobots(input.bytes, { dialect: flags.dialect })
  const crawlDelay = robots.crawlDelay(tokens)
  const explained = urls.map((url, at): ExplainedUrl =>
    Object.assign({ url }, robots.explain(absolute[at]!, tokens), crawlDelay && { crawlDelay }),
  )
  if (flags.json) sayLine(out, jsonLine(explained))
  else for (const line of robotsExplanationLines(explained, out.paint)) sayLine(out, line)
  return EXIT.done
}
