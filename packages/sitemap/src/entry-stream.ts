// Batches handed out one by one. An async generator would do it in three lines and take three turns of the microtask queue for each
// entry; this takes one, which is a quarter of the time of reading a plain sitemap.

/** The entries of batches in order; its return value is that of the batches. Behaves as an async generator does. */
export class EntryStream<Entry, Summary> implements AsyncGenerator<Entry, Summary, void> {
  readonly #batches: AsyncGenerator<readonly Entry[], Summary, void>
  #batch: readonly Entry[] = []
  #next = 0
  /** The call that waits for a batch; later calls wait for it. */
  #waiting: Promise<unknown> | undefined

  constructor(batches: AsyncGenerator<readonly Entry[], Summary, void>) {
    this.#batches = batches
  }

  next(): Promise<IteratorResult<Entry, Summary>> {
    if (this.#waiting !== undefined) return this.#after(() => this.#step())
    if (this.#next < this.#batch.length) return Promise.resolve(this.#take())
    return this.#after(() => this.#step())
  }

  return(value: Summary | PromiseLike<Summary>): Promise<IteratorResult<Entry, Summary>> {
    return this.#after(() => this.#end(this.#batches.return(value)))
  }

  throw(error: unknown): Promise<IteratorResult<Entry, Summary>> {
    return this.#after(() => this.#end(this.#batches.throw(error)))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return(undefined as never)
  }

  #take(): IteratorYieldResult<Entry> {
    return { value: this.#batch[this.#next++]!, done: false }
  }

  async #step(): Promise<IteratorResult<Entry, Summary>> {
    while (this.#next === this.#batch.length) {
      // oxlint-disable-next-line no-await-in-loop -- the next batch, and only while they are empty
      const { done, value } = await this.#batches.next()
      if (done) return { value, done }
      this.#batch = value
      this.#next = 0
    }
    return this.#take()
  }

  async #end(
    ending: Promise<IteratorResult<unknown, Summary>>,
  ): Promise<IteratorResult<Entry, Summary>> {
    this.#batch = []
    this.#next = 0
    const { value } = await ending
    return { value: value as Summary, done: true }
  }

  /** Runs a step when those before it are over. */
  #after<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#waiting === undefined ? step() : this.#waiting.then(step, step)
    const clear = (): void => {
      if (this.#waiting === settled) this.#waiting = undefined
    }
    const settled: Promise<void> = result.then(clear, clear)
    this.#waiting = settled
    return result
  }
}
