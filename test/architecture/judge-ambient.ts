// The rule on clock, timers, chance and network: in adapters/ of core they are at home, elsewhere they come in by a port.
import { ambientUses } from './ambient.ts'
import type { Finding } from './finding.ts'
import { EXCEPTIONS } from './house.ts'
import type { SourceFile } from './source-file.ts'

const CLOCK = 'Take the time from the clock port, or as `nowMs`.'
const NETWORK =
  'Send it through the gate; a function handed in is called as a member or under a name that the file binds itself.'
const CHANCE = 'Take the number as an argument, so that a run can be repeated.'

/** Judges what `file` takes from its surroundings. */
export function judgeAmbient(file: SourceFile): readonly Finding[] {
  if (file.packageName === 'core' && file.layer === 'adapters') return []
  const exceptions = EXCEPTIONS.filter(({ at }) => at === file.path)
  const allowed = new Set(exceptions.flatMap(({ uses }) => uses))
  return ambientUses(file.tokens)
    .filter(({ what }) => !allowed.has(what))
    .map(({ what, line }) => ({
      file: file.path,
      line,
      what: `uses ${what}`,
      wayOut: wayOutOf(what),
    }))
}

function wayOutOf(what: string): string {
  if (/^(fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(what)) return NETWORK
  return /^(Math|crypto)\b/.test(what) ? CHANCE : CLOCK
}
