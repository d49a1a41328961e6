// Robots gate: step 5 of docs/architecture.md. Answers "may this URL be fetched now?" from the rules in store; on a miss it says that this
// turn belongs to robots.txt. The decision itself is @curtsy/robots' one state machine; this holds its copies. Knows nothing of HTTP.
import { originsOf } from '../domain/host-slot.ts'
import { nextRobotsStep, rebaseRobotsCopy, robotsOfFile } from '@curtsy/robots'
import type { Robots, RobotsCopy, RobotsFetchStep, RobotsStep } from '@curtsy/robots'
import type { HostSlot, Origin } from '../domain/host-slot.ts'
import type { Clock } from '../ports/clock.ts'
import type { OriginState, RobotsRecord, Store } from '../ports/store.ts'
import { originAfter } from './origin-state.ts'
import type { CrawlSettings } from './parts.ts'

/** The rule that let a URL pass, where one did. */
export interface PassingRule {
  readonly kind: string
  readonly pattern: string
  readonly line: number
}

export type Access =
  | Passage
  | { readonly kind: 'refused'; readonly rule: PassingRule | undefined; readonly message: string }
  /** This turn fetches robots.txt (or a hop of its redirects). */
  | { readonly kind: 'fetch'; readonly origin: Origin; readonly step: RobotsFetchStep }
  /** robots.txt is unreachable: nothing of this origin until `state.notBeforeMs`. */
  | { readonly kind: 'wait'; readonly state: OriginState }

/** Why a request may be made, and whether that is still so: asked at its very start. */
export interface Permit {
  /** No newer copy of robots.txt has come, and this one is fresh. */
  stillHolds(): boolean
}

/** The newest rules let the URL pass. */
export interface Passage extends Permit {
  readonly kind: 'allowed'
  readonly rule: PassingRule | undefined
}

/** The crawl-delay that holds for us on a slot, and where it stands. */
export interface SlotCrawlDelay {
  readonly seconds: number
  readonly line: number
  readonly from: 'group' | 'default'
}

const DAY_MS = 86_400_000

/** Copies kept in memory; the rest comes back from the store when it is asked for. */
const KEPT_ORIGINS = 2_000
/** Origins known to have no copy: names only, so many. Each slot has up to four origins, and mostly one that is asked. */
const KEPT_ABSENT = 50_000

export class RobotsRules {
  readonly #settings: CrawlSettings
  readonly #store: Store
  readonly #clock: Clock
  /** Origins whose robots.txt is being asked for at this moment. */
  readonly asking: Set<Origin> = new Set()
  /** Origins whose robots.txt was read, and of which nothing else has been asked for since. */
  readonly #unused = new Set<Origin>()
  /** In order of use, oldest first. */
  readonly #copies = new Map<Origin, RobotsCopy>()
  /** Origins that the store was asked for and does not know, oldest first. They push out no copy. */
  readonly #absent = new Set<Origin>()

  constructor(settings: CrawlSettings, store: Store, clock: Clock) {
    this.#settings = settings
    this.#store = store
    this.#clock = clock
  }

  /** The newest copy judges, at dispatch (invariant 5). */
  async access(url: URL): Promise<Access> {
    const { origin } = url
    if (this.#settings.exemptOrigins.has(origin))
      return { kind: 'allowed', rule: undefined, stillHolds: () => true }
    const copy = await this.copy(origin)
    const step = this.#once(origin, copy) ?? this.#stepOf(origin, copy, this.#clock.now())
    if (step.do === 'fetch') return { kind: 'fetch', origin, step }
    if (step.do === 'wait')
      return { kind: 'wait', state: originAfter(origin, step, this.#clock.now(), false) }
    const stillHolds = (): boolean =>
      this.#copies.get(origin) === copy && this.#clock.now() < step.untilMs
    if (step.file === undefined) return { kind: 'allowed', rule: undefined, stillHolds }
    const { allowed, rule } = robotsOfFile(step.file).check(url, this.#settings.identity.tokens)
    if (allowed) return { kind: 'allowed', rule, stillHolds }
    const message = rule
      ? `Disallow: ${rule.pattern} (robots.txt line ${rule.line})`
      : 'Closed by robots.txt.'
    return { kind: 'refused', rule, message }
  }

  async step(origin: Origin): Promise<RobotsStep> {
    return this.#stepOf(origin, await this.copy(origin), this.#clock.now())
  }

  #stepOf(origin: Origin, copy: RobotsCopy | undefined, nowMs: number): RobotsStep {
    return nextRobotsStep(origin, copy, nowMs, this.#settings.robotsPolicy)
  }

  /**
   * Each copy serves one request, however short its freshness: a host that is asked no more often than its robots.txt grows old
   * would never be asked for anything else. Within a day, as RFC 9309 §2.4 has it.
   */
  #once(origin: Origin, copy: RobotsCopy | undefined): RobotsStep | undefined {
    if (copy?.answered === undefined || copy.failing || copy.hop || !this.#unused.has(origin))
      return undefined
    const { atMs, freshUntilMs } = copy.answered
    const untilMs = atMs + DAY_MS
    const step = this.#stepOf(origin, copy, atMs)
    const fits =
      step.do === 'use' && freshUntilMs <= this.#clock.now() && this.#clock.now() < untilMs
    return fits ? { ...step, untilMs } : undefined
  }

  /** A request of this origin starts that is not for robots.txt. */
  used(origin: Origin): void {
    this.#unused.delete(origin)
  }

  /** What is known of an origin: from memory, else from the store; undefined if it was never asked. */
  async copy(origin: Origin): Promise<RobotsCopy | undefined> {
    const known = this.#copies.get(origin)
    if (known !== undefined) {
      this.#copies.delete(origin)
      this.#copies.set(origin, known)
      return known
    }
    if (this.#absent.has(origin)) return undefined
    const record = await this.#store.robots(origin)
    // What was learnt while the store was looking is newer.
    const learnt = this.#copies.get(origin)
    if (learnt !== undefined) return learnt
    if (record === undefined) {
      this.#absent.add(origin)
      dropOldest(this.#absent, KEPT_ABSENT)
      return undefined
    }
    const copy = rebaseRobotsCopy(JSON.parse(record.copy) as RobotsCopy, this.#clock.now())
    this.#keep(copy)
    return copy
  }

  /** Tells later whether anything has been learnt of the origin since. */
  unchanged(origin: Origin): () => boolean {
    const copy = this.#copies.get(origin)
    return () => this.#copies.get(origin) === copy
  }

  /** Takes a new copy, and gives what the settlement stores. */
  learn(copy: RobotsCopy): RobotsRecord {
    this.#keep(copy)
    if (copy.failing || copy.hop) this.#unused.delete(copy.origin)
    else this.#unused.add(copy.origin)
    return { origin: copy.origin, copy: JSON.stringify(copy) }
  }

  /** The rules in use now, where there is a file. */
  async robots(origin: Origin): Promise<Robots | undefined> {
    const step = await this.step(origin)
    return step.do === 'use' && step.file ? robotsOfFile(step.file) : undefined
  }

  /**
   * The crawl-delay of a slot: the largest over its origins, as far as they have been read. A copy that is being asked for anew
   * still counts: a site's wish for patience does not end with its freshness.
   */
  async crawlDelay(slot: HostSlot): Promise<SlotCrawlDelay | undefined> {
    let largest: SlotCrawlDelay | undefined
    for (const origin of originsOf(slot)) {
      const file = (await this.copy(origin))?.file
      if (file === undefined || this.#settings.exemptOrigins.has(origin)) continue
      const delay = robotsOfFile(file).crawlDelay(this.#settings.identity.tokens)
      if (delay && (largest === undefined || delay.seconds > largest.seconds)) largest = delay
    }
    return largest
  }

  #keep(copy: RobotsCopy): void {
    const { origin } = copy
    this.#absent.delete(origin)
    this.#copies.delete(origin)
    this.#copies.set(origin, copy)
    const dropped = dropOldest(this.#copies, KEPT_ORIGINS)
    if (dropped !== undefined) this.#unused.delete(dropped)
  }
}

/** Drops the first key where there are more than `most`, and gives it. */
function dropOldest(
  kept: Pick<Set<Origin>, 'size' | 'keys' | 'delete'>,
  most: number,
): Origin | undefined {
  if (kept.size <= most) return undefined
  const { value } = kept.keys().next()
  if (value !== undefined) kept.delete(value)
  return value
}
