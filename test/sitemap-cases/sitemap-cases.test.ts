// Cases of our own beside the shared vectors: more of each kind, and what the standards say of them. In pieces of any size alike.
import { describe, expect, test } from 'vitest'
import { parseSitemap } from '@curtsy/sitemap'
import { ORIGIN } from './documents.test-support.ts'
import type { Further } from './documents.test-support.ts'
import { ENCODINGS } from './encodings.test-support.ts'
import { EXTENSIONS_AND_HOSTS } from './extensions-and-hosts.test-support.ts'
import { FAULTS } from './faults.test-support.ts'
import { FORMATS } from './formats.test-support.ts'
import { NAMES_AND_TEXT } from './names-and-text.test-support.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function outcomeOf(
  body: Uint8Array | AsyncGenerator<Uint8Array>,
  about: Further[3],
): Promise<string> {
  const problems = new Set<string>()
  const entries: object[] = []
  const reading = parseSitemap(body, {
    url: `${ORIGIN}/sitemap.xml`,
    contentType: 'application/xml',
    fields: 'all',
    ...about,
    onProblem: ({ code }) => problems.add(code),
  })
  let step = await reading.next()
  for (; !step.done;) {
    const { kind: _, ...entry } = step.value
    entries.push(entry)
    // oxlint-disable-next-line no-await-in-loop -- the generator's return value is wanted too
    step = await reading.next()
  }
  const { kind } = step.value
  return `${[kind, ...[...problems].toSorted()].join(' ')} ${JSON.stringify(entries).replaceAll(ORIGIN, '~')}`
}

describe.each([
  ['names and text', NAMES_AND_TEXT],
  ['faults', FAULTS],
  ['encodings and gzip', ENCODINGS],
  ['formats', FORMATS],
  ['extensions and hosts', EXTENSIONS_AND_HOSTS],
] as const)('%s', (_, cases: readonly Further[]) => {
  test.each(cases.map((one) => [one[0], one] as const))('%s', async (_name, further) => {
    const [, outcome, body, about] = further
    const bytes = new Uint8Array(typeof body === 'string' ? new TextEncoder().encode(body) : body)
    expect(await outcomeOf(bytes, about)).toBe(outcome)
    expect(await outcomeOf(inPieces(bytes, 7), about)).toBe(outcome)
    expect(await outcomeOf(inPieces(bytes, 1), about)).toBe(outcome)
  })
})
