import { Connection } from './connection.ts'
import type { ConnectionTarget } from './connection.ts'

/**
 * The idle connections, by origin and address, and a bound on their number.
 *
 * How many are busy is not bounded here: that is the crawl's concurrency.
 */
export class Connections {
  readonly #idle = new Map<string, Connection[]>()
  /** All idle ones in the order in which they became idle. */
  readonly #order = new Map<Connection, string>()
  readonly #maxIdle: number

  constructor(maxIdle: number) {
    this.#maxIdle = maxIdle
  }

  /** An idle connection to the target, the one used last, or a new one. `fresh`: a new one in any case. */
  take(target: ConnectionTarget, options: { readonly fresh?: boolean } = {}): Connection {
    const idle = options.fresh === true ? undefined : this.#idle.get(keyOf(target))
    for (let found = idle?.pop(); found !== undefined; found = idle?.pop()) {
      this.#order.delete(found)
      if (found.alive) return found
      found.destroy(null)
    }
    return new Connection(target, (connection) => this.#forget(connection))
  }

  /** Gives a connection back whose answer was read to its end. The one idle for longest goes when there are too many. */
  giveBack(target: ConnectionTarget, connection: Connection): void {
    if (!connection.alive) {
      connection.destroy(null)
      return
    }
    connection.used = true
    const key = keyOf(target)
    const idle = this.#idle.get(key)
    if (idle === undefined) this.#idle.set(key, [connection])
    else idle.push(connection)
    this.#order.set(connection, key)
    if (this.#order.size <= this.#maxIdle) return
    const [eldest] = this.#order.keys()
    if (eldest !== undefined) this.#forget(eldest)
  }

  closeIdle(): void {
    for (const connection of Array.from(this.#order.keys())) this.#forget(connection)
  }

  #forget(connection: Connection): void {
    const key = this.#order.get(connection)
    // A connection that has been taken again is the business of its exchange.
    if (key === undefined) return
    this.#order.delete(connection)
    const idle = this.#idle.get(key)?.filter((other) => other !== connection) ?? []
    if (idle.length === 0) this.#idle.delete(key)
    else this.#idle.set(key, idle)
    connection.destroy(null)
  }
}

/** Header limits are fixed when undici's client is made, so they are part of the key. */
function keyOf(target: ConnectionTarget): string {
  return `${target.url.origin} ${target.address} ${target.maxHeaderBytes}`
}
