// Budgets that need counting over the whole crawl: URLs of an origin, hosts of a domain. What earlier runs admitted counts.
import type { CandidateSource } from '../domain/admission.ts'
import type { Origin } from '../domain/host-slot.ts'
import type { Limits } from '../domain/limits.ts'
import { registrableDomain } from '../domain/scope.ts'

/** Which budget leaves a URL out: hosts of a domain refuse (a trap), URLs of an origin hold (a limit of the run). */
export interface SpentBudget {
  readonly kind: 'hosts-of-domain' | 'urls-of-origin'
  readonly message: string
}

export class UrlBudgets {
  readonly #limits: Pick<Limits, 'maxHostsPerDomain' | 'maxUrlsPerOrigin'>
  /** Hosts that the user named: they are no trap, however many. */
  readonly #named: ReadonlySet<string>
  readonly #hostsOfDomain = new Map<string, Set<string>>()
  readonly #urlsOfOrigin = new Map<Origin, number>()

  constructor(
    limits: Pick<Limits, 'maxHostsPerDomain' | 'maxUrlsPerOrigin'>,
    named: ReadonlySet<string>,
  ) {
    this.#limits = limits
    this.#named = named
  }

  /** Begins with what the store knows from earlier runs. */
  resume(linked: ReadonlyMap<Origin, number>): void {
    for (const [origin, urls] of linked) {
      this.#urlsOfOrigin.set(origin, urls)
      this.#countHost(new URL(origin))
    }
  }

  /** How many more links of an origin may be admitted. */
  roomOf(origin: Origin): number {
    return Math.max(0, this.#limits.maxUrlsPerOrigin - (this.#urlsOfOrigin.get(origin) ?? 0))
  }

  /** Which budget is spent for a URL that is new; undefined where none is. Changes nothing. */
  spent(url: URL, source: CandidateSource): SpentBudget | undefined {
    const { maxHostsPerDomain, maxUrlsPerOrigin } = this.#limits
    if (source === 'seed') return undefined
    const domain = registrableDomain(url.hostname)
    const hosts = this.#hostsOfDomain.get(domain)
    const isNewHost = !this.#named.has(url.host) && !hosts?.has(url.host)
    if (isNewHost && (hosts?.size ?? 0) >= maxHostsPerDomain) {
      return {
        kind: 'hosts-of-domain',
        message: `Already ${hosts?.size ?? 0} hosts of ${domain}; limits.maxHostsPerDomain allows ${maxHostsPerDomain}.`,
      }
    }
    if (source !== 'link' || this.roomOf(url.origin) > 0) return undefined
    return {
      kind: 'urls-of-origin',
      message: `Already ${this.#urlsOfOrigin.get(url.origin) ?? 0} URLs of ${url.origin} found by links; limits.maxUrlsPerOrigin allows ${maxUrlsPerOrigin}.`,
    }
  }

  /** A URL has been admitted. */
  count(url: URL, depth: number): void {
    this.#countHost(url)
    if (depth > 0) this.#urlsOfOrigin.set(url.origin, (this.#urlsOfOrigin.get(url.origin) ?? 0) + 1)
  }

  #countHost({ host, hostname }: URL): void {
    if (this.#named.has(host)) return
    const domain = registrableDomain(hostname)
    const hosts = this.#hostsOfDomain.get(domain)
    if (hosts === undefined) this.#hostsOfDomain.set(domain, new Set([host]))
    else hosts.add(host)
  }
}
