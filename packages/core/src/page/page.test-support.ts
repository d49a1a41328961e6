// What the tests of this folder share: limits to vary, a loop that never waits, a scan in one line.
import { parseRobotsDirectives } from '@curtsy/robots'
import type { PageDirectives } from '@curtsy/robots'
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import { createLinkScanner } from './link-scanner.ts'
import type { ResponseHeaders } from '../ports/transport.ts'
import type { FollowOptions, LeftOut, OpenPage, PageInit } from './page.ts'
import { openPage } from './page.ts'
import type { PageScan, ScanLimits } from './page-scan.ts'
import { METAS_KEPT } from './page-scan.ts'
import { readDocument } from './read-document.ts'
import type { LoopTurns } from './scan-document.ts'

/** A clock that stands still, a loop that has nothing else to do. */
export const STILL: LoopTurns = { cpuNow: () => 0, yieldToLoop: () => Promise.resolve() }

/** Scans pieces of text one after the other. */
export function scanPieces(pieces: readonly string[], limits: Partial<ScanLimits> = {}): PageScan {
  const scanner = createLinkScanner({ ...DEFAULT_LIMITS, ...limits }, new Set(METAS_KEPT))
  for (const piece of pieces) scanner.write(piece)
  return scanner.end()
}

/** The `href`s of a scan, without refreshes. */
export function hrefsOf(scan: PageScan): readonly string[] {
  return scan.links.filter((link) => link.element !== 'refresh').map((link) => link.href)
}

/** Headers from name and value pairs. */
export function headersOf(...fields: readonly (readonly [string, string])[]): ResponseHeaders {
  const all = (name: string): readonly string[] =>
    fields.filter(([field]) => field === name.toLowerCase()).map(([, value]) => value)
  return { all, get: (name) => all(name)[0], entries: () => fields }
}

/** A page for a body, with what it followed and pushed. */
export interface TestPage extends OpenPage {
  readonly followed: {
    readonly urls: readonly string[]
    readonly options: FollowOptions
    readonly leftOut: LeftOut
  }[]
  readonly pushed: string[]
}

/** Opens a page at `https://a.test/dir/page`, read from `body`. */
export async function pageOf(
  body: string | Uint8Array,
  contentType = 'text/html',
  overrides: Partial<PageInit> = {},
): Promise<TestPage> {
  const document = await readDocument(typeof body === 'string' ? Buffer.from(body) : body, {
    contentType,
    limits: DEFAULT_LIMITS,
    turns: STILL,
  })
  if (document.kind === 'refused') throw new Error(document.message)
  const followed: TestPage['followed'] = []
  const pushed: string[] = []
  const opened = await openPage({
    url: new URL('https://a.test/dir/page'),
    status: 200,
    headers: headersOf(['content-type', contentType]),
    depth: 1,
    via: 'https://a.test/',
    label: undefined,
    fetchedAtMs: 0,
    attempt: 0,
    wait: undefined,
    document,
    directives: directivesSaying(''),
    limits: DEFAULT_LIMITS,
    turns: STILL,
    parser: 'htmlparser2',
    followNofollow: false,
    onFollow: (urls, options, leftOut) => {
      followed.push({ urls, options, leftOut })
      return urls.length
    },
    onPush: (json) => {
      pushed.push(json)
    },
    ...overrides,
  })
  return { ...opened, followed, pushed }
}

/** Directives of a page whose meta robots says this. */
export function directivesSaying(content: string): PageDirectives {
  return parseRobotsDirectives([], content, 'ExampleBot')
}
