/** One breach of the house rules. */
export interface Finding {
  /** Path from the root of the repository. */
  readonly file: string
  readonly line: number
  /** What stands there, as a clause: `imports undici`. */
  readonly what: string
  /** What to do instead. */
  readonly wayOut: string
}

/** `packages/core/src/crawl/turn.ts:3: imports undici. Sockets are opened …` */
export function sentenceOf({ file, line, what, wayOut }: Finding): string {
  return `${file}:${line}: ${what}. ${wayOut}`
}
