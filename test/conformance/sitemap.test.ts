// The vectors of test/conformance/sitemap: each file whole and in pieces of 64 KiB, 7 bytes and 1 byte, with the same result.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseSitemap, walkSitemaps } from '@curtsy/sitemap'

type Entry = Record<string, unknown>

interface Expectation {
  readonly kind?: string
  readonly entries?: readonly Entry[]
  readonly optionalEntries?: readonly Entry[]
  readonly entryCount?: number
  readonly entryCountMin?: number
  readonly entryCountMax?: number
  readonly first?: Entry
  readonly last?: Entry
  readonly fetched?: readonly string[]
  readonly problems: readonly string[]
  readonly problemsOptional?: readonly string[]
}

interface Vector {
  readonly id: string
  readonly why: string
  readonly type?: 'walk'
  readonly file?: string
  readonly url: string
  readonly contentType?: string
  readonly contentEncoding?: string
  readonly crossSubmitHosts?: readonly string[]
  readonly site?: Record<string, { file?: string; contentType?: string; status?: number }>
  readonly options?: { maxDepth?: number }
  readonly expect: Expectation
}

const folder = new URL('./sitemap/', import.meta.url)
const { cases, problemCodes } = JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8')) as {
  cases: Vector[]
  problemCodes: Record<string, string>
}

function bytesOf(vector: { file?: string; contentEncoding?: string }): Uint8Array {
  const bytes = readFileSync(new URL(vector.file!, folder))
  return vector.contentEncoding === 'gzip' ? gunzipSync(bytes) : bytes
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function withoutKind(entry: object): Entry {
  const { kind: _, ...rest } = entry as Entry
  return rest
}

interface Outcome {
  readonly kind: string
  readonly entries: readonly Entry[]
  readonly problems: ReadonlySet<string>
}

/** What a reading gave, in the terms of a vector: only what the vector speaks of, and without what it leaves open. */
function inTermsOf(expected: Expectation, outcome: Outcome): Expectation {
  const optional = new Set((expected.optionalEntries ?? []).map((entry) => JSON.stringify(entry)))
  const entries = outcome.entries.filter((entry) => !optional.has(JSON.stringify(entry)))
  const count = entries.length
  const required = new Set(expected.problems)
  const open = new Set(expected.problemsOptional)
  const problems = [...outcome.problems].filter((code) => required.has(code) || !open.has(code))
  const said = {
    kind: outcome.kind,
    entries,
    entryCount: count,
    entryCountMin: Math.min(count, expected.entryCountMin ?? count),
    entryCountMax: Math.max(count, expected.entryCountMax ?? count),
    first: entries[0],
    last: entries.at(-1),
    problems: problems.toSorted(),
    problemsOptional: expected.problemsOptional,
    optionalEntries: expected.optionalEntries,
  }
  const asked = Object.entries(said).filter(([name]) => name in expected)
  return Object.fromEntries(asked) as unknown as Expectation
}

function sorted(expected: Expectation): Expectation {
  return { ...expected, problems: [...expected.problems].toSorted() }
}

const sizes = [
  ['whole', Infinity],
  ['64 KiB', 65_536],
  ['7 bytes', 7],
  ['1 byte', 1],
] as const

describe.each(sizes)('sitemap vectors, %s', (_, size) => {
  const files = cases.filter((vector) => vector.type !== 'walk')

  test.each(files.map((vector) => [vector.id, vector.why, vector] as const))(
    '%s: %s',
    async (_id, _why, vector) => {
      const bytes = bytesOf(vector)
      const problems = new Set<string>()
      const entries: Entry[] = []
      const reading = parseSitemap(size === Infinity ? bytes : inPieces(bytes, size), {
        url: vector.url,
        fields: 'all',
        ...(vector.contentType !== undefined && { contentType: vector.contentType }),
        ...(vector.crossSubmitHosts !== undefined && { crossSubmitHosts: vector.crossSubmitHosts }),
        onProblem: (problem) => problems.add(problem.code),
      })
      let step = await reading.next()
      // oxlint-disable-next-line no-await-in-loop -- the generator's return value is wanted too
      for (; !step.done; step = await reading.next()) entries.push(withoutKind(step.value))
      const summary = step.value
      const outcome = inTermsOf(vector.expect, { kind: summary.kind, entries, problems })
      expect(outcome).toEqual(sorted(vector.expect))
      expect(summary.entries).toBe(entries.length)
      expect(Object.keys(summary.problems).toSorted()).toEqual([...problems].toSorted())
      expect([...problems].filter((code) => !(code in problemCodes))).toEqual([])
    },
  )
})

describe('sitemap walk vectors', () => {
  const walks = cases.filter((vector) => vector.type === 'walk')

  test.each(walks.map((vector) => [vector.id, vector.why, vector] as const))(
    '%s: %s',
    async (_id, _why, vector) => {
      const fetched: string[] = []
      const problems = new Set<string>()
      const entries: Entry[] = []
      const walk = walkSitemaps({
        start: [vector.url],
        ...vector.options,
        ...(vector.crossSubmitHosts !== undefined && { crossSubmitHosts: vector.crossSubmitHosts }),
        load: (url) => {
          fetched.push(url)
          const page = vector.site?.[url] ?? { status: 404 }
          const body = page.file === undefined ? '' : bytesOf(page)
          const type = page.contentType !== undefined && { contentType: page.contentType }
          return Promise.resolve({ url, status: page.status ?? 200, ...type, body })
        },
        onProblem: (problem) => problems.add(problem.code),
      })
      for await (const entry of walk) entries.push(withoutKind(entry))
      const byText = (one: Entry, other: Entry): number =>
        JSON.stringify(one).localeCompare(JSON.stringify(other))
      expect({
        entries: entries.toSorted(byText),
        fetched: fetched.toSorted(),
        problems: [...problems].toSorted(),
      }).toEqual({
        entries: [...(vector.expect.entries ?? [])].toSorted(byText),
        fetched: [...(vector.expect.fetched ?? [])].toSorted(),
        problems: [...vector.expect.problems].toSorted(),
      })
    },
  )
})
