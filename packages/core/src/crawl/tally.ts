/** Counts of this run that are no URL's state. */
export interface Tally {
  /** Page requests that got an answer. */
  fetched: number
  /** Pages delivered over all runs of this store, for `maxPages`. */
  delivered: number
  readonly notes: string[]
}

export function createTally(deliveredBefore: number): Tally {
  return { fetched: 0, delivered: deliveredBefore, notes: [] }
}
