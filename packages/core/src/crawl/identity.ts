import { CurtsyError } from '../curtsy-error.ts'
import type { Store } from '../ports/store.ts'

/** What makes two runs one crawl: the same seeds, scope and agent may go on with the same store. */
export interface CrawlIdentity {
  readonly productToken: string
  readonly seeds: readonly string[]
  readonly scope: string
}

const META = 'crawl'

/**
 * Remembers whose crawl a new store holds, and refuses to go on with another's.
 *
 * @throws CurtsyError CURTSY_STORE_MISMATCH naming what differs and both ways out
 */
export async function checkSameCrawl(store: Store, identity: CrawlIdentity): Promise<void> {
  const mine: CrawlIdentity = { ...identity, seeds: identity.seeds.toSorted() }
  const stored = await store.getMeta(META)
  if (stored === undefined) return store.setMeta(META, JSON.stringify(mine))
  const theirs = JSON.parse(stored) as CrawlIdentity
  const differing = (['productToken', 'seeds', 'scope'] as const).filter(
    (name) => JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]),
  )
  if (differing.length === 0) return
  const [name] = differing
  throw new CurtsyError(
    'CURTSY_STORE_MISMATCH',
    `This store belongs to another crawl: its ${NAMES[name!]} is ${show(theirs[name!])}, yours is ${show(mine[name!])}. ` +
      'Use another store (--store other.db), or discard this one (--fresh).',
    { differing, theirs, mine },
  )
}

const NAMES = { productToken: 'product token', seeds: 'list of seeds', scope: 'scope' } as const

function show(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
