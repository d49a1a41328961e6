import { CurtsyError } from '../curtsy-error.ts'
import type { Store } from '../ports/store.ts'

/** What makes two runs one crawl: the same seeds, scope and agent, and the same rules of admission, may go on with the same store. */
export interface CrawlIdentity {
  readonly productToken: string
  readonly seeds: readonly string[]
  readonly scope: string
  /** What else refuses URLs for good: patterns, allowed addresses, nofollow, canonical form. */
  readonly admission: {
    readonly include: readonly string[]
    readonly exclude: readonly string[]
    readonly allowAddresses: readonly string[]
    readonly followNofollow: boolean
    readonly canonical: Readonly<Record<string, unknown>>
  }
}

const META = 'crawl'

/**
 * Remembers whose crawl a new store holds, and refuses to go on with another's: what it refused was refused by other rules.
 *
 * @returns `begin-anew` for a store of another crawl that never fetched anything: a first attempt with a slip in it
 * @throws CurtsyError CURTSY_STORE_MISMATCH naming what differs and both ways out
 */
export async function checkSameCrawl(
  store: Store,
  identity: CrawlIdentity,
): Promise<'same' | 'begin-anew'> {
  const mine: CrawlIdentity = { ...identity, seeds: identity.seeds.toSorted() }
  const stored = await store.getMeta(META)
  if (stored === undefined) {
    await store.setMeta(META, JSON.stringify(mine))
    return 'same'
  }
  const theirs = JSON.parse(stored) as CrawlIdentity
  const name = difference(theirs, mine)
  if (name === undefined) return 'same'
  if (await nothingFetched(store)) return 'begin-anew'
  throw new CurtsyError(
    'CURTSY_STORE_MISMATCH',
    `This store belongs to another crawl: its ${NAMES[name]} ${show(valueOf(theirs, name))}, yours ${show(valueOf(mine, name))}. ` +
      'Use another store (--store other.db), or discard this one (--fresh).',
    { differing: name, theirs, mine },
  )
}

type Part = keyof typeof NAMES

const NAMES = {
  productToken: 'product token is',
  seeds: 'list of seeds is',
  scope: 'scope is',
  include: 'include patterns are',
  exclude: 'exclude patterns are',
  allowAddresses: 'allowed addresses are',
  followNofollow: 'followNofollow is',
  canonical: 'canonical options are',
} as const

function difference(theirs: CrawlIdentity, mine: CrawlIdentity): Part | undefined {
  return (Object.keys(NAMES) as Part[]).find(
    (name) => JSON.stringify(valueOf(theirs, name)) !== JSON.stringify(valueOf(mine, name)),
  )
}

function valueOf({ admission, ...crawl }: CrawlIdentity, name: Part): unknown {
  return { ...admission, ...crawl }[name]
}

async function nothingFetched(store: Store): Promise<boolean> {
  const { delivered, redirected, failed } = await store.counts('page')
  return delivered + redirected === 0 && Object.values(failed).every((n) => n === 0)
}

function show(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
