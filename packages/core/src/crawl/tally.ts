/** Counts of this run that are no URL's state. */
export interface Tally {
  /** Page requests that got an answer. */
  fetched: number
  /** Turns under way. */
  inFlight: number
  /** Pages delivered over all runs of this store, for `maxPages`. */
  delivered: number
  /** Calls of `crawler.add` under way. */
  adding: number
  readonly notes: string[]
}

export function createTally(deliveredBefore: number): Tally {
  return { fetched: 0, inFlight: 0, adding: 0, delivered: deliveredBefore, notes: [] }
}
