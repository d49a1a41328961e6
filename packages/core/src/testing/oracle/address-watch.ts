// The second bound (invariant 13): over all hosts on one address, so many requests in flight, and so long from start to start.
import type { RequestEvent, SettingsEvent } from '../../domain/audit-event.ts'
import { violation } from './trace.ts'
import type { Run, Traced, Violation } from './trace.ts'

interface Address {
  open: RequestEvent[]
  lastStartMs: number
}

export class AddressWatch {
  #addresses = new Map<string, Address>()
  #settings: SettingsEvent | undefined

  beginRun({ settings }: Run): void {
    this.#settings = settings
    for (const address of this.#addresses.values()) address.open = []
  }

  judge(request: Traced): Violation[] {
    const { event } = request
    if (event.address === null) return []
    const { perAddressInFlight, perAddressDelayMs } = this.#settings!.politeness
    const address = this.#addresses.get(event.address) ?? { open: [], lastStartMs: -Infinity }
    this.#addresses.set(event.address, address)
    address.open = address.open.filter((one) => one.endMs > event.startMs)
    const found: Violation[] = []
    if (address.open.length >= perAddressInFlight) {
      found.push(
        violation(
          'address',
          request,
          `${address.open.length + 1} requests in flight at ${event.address}; ${perAddressInFlight} allowed.`,
        ),
      )
    }
    const sinceMs = event.startMs - address.lastStartMs
    if (sinceMs < perAddressDelayMs) {
      found.push(
        violation(
          'address',
          request,
          `${sinceMs} ms from start to start at ${event.address}; ${perAddressDelayMs} ms demanded.`,
        ),
      )
    }
    address.lastStartMs = event.startMs
    address.open.push(event)
    return found
  }
}
