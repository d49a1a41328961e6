import { CurtsyError } from '../curtsy-error.ts'
import type { Store } from '../ports/store.ts'

/**
 * Holds a store open while somebody needs it: the first opens it, the last one lets it go, so that a crawl that is over leaves its file to
 * others. `keep` holds it until `close`.
 */
export class StoreHold {
  readonly #store: Store
  readonly #open: () => Promise<void>
  #users = 0
  #opening: Promise<void> | undefined
  #closing: Promise<void> = Promise.resolve()
  #kept = false
  #over = false

  /** @param open opens the store and checks that it may be used; where it throws, it has let go of what it opened */
  constructor(store: Store, open: () => Promise<void>) {
    this.#store = store
    this.#open = open
  }

  /** Whether anybody holds it open now. */
  get inUse(): boolean {
    return this.#users > 0
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      await this.#leave()
    }
  }

  /** The same for what is read bit by bit; leaving the loop early lets go as well. */
  async *stream<T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
    await this.#enter()
    try {
      yield* read()
    } finally {
      await this.#leave()
    }
  }

  /** Opens, and stays open until `close`. */
  async keep(): Promise<void> {
    if (this.#kept) return this.#opening
    this.#kept = true
    try {
      await this.#enter()
    } catch (error) {
      this.#kept = false
      throw error
    }
  }

  /** Lets go for good, once those who use it now are done. */
  async close(): Promise<void> {
    this.#over = true
    if (this.#kept) {
      this.#kept = false
      await this.#leave()
    }
    await this.#closing
  }

  async #enter(): Promise<void> {
    if (this.#over)
      throw new CurtsyError(
        'CURTSY_STATE',
        'This crawler is closed; create another one on the same store to go on.',
      )
    this.#users++
    this.#opening ??= this.#closing.then(() => this.#open())
    try {
      await this.#opening
    } catch (error) {
      // Nothing was opened, so there is nothing to close: the store may be another's.
      this.#users--
      this.#opening = undefined
      throw error
    }
  }

  async #leave(): Promise<void> {
    if (--this.#users > 0) return
    this.#opening = undefined
    const closing = this.#store.close()
    // The next one waits for it, and is not told of its troubles; this one is.
    this.#closing = closing.catch(() => undefined)
    await closing
  }
}
