// What the tests of this folder share: limits to vary, a loop that never waits, a scan in one line.
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import { createLinkScanner } from './link-scanner.ts'
import type { PageScan, ScanLimits } from './page-scan.ts'
import { METAS_KEPT } from './page-scan.ts'
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
