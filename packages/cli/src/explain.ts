// `curtsy explain` from its arguments to its exit code.
import { createCrawler } from '@curtsy/core'
import { EXIT } from './exit-code.ts'
import { DEFAULT_STORE, storePath, storeToRead } from './open-store.ts'
import { readingStore } from './reading-store.ts'
import { recalledOptions } from './remembered-options.ts'
import { explanationLines } from './report/explanation-lines.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface ExplainFlags {
  readonly store?: string
  readonly json?: true
}

/** @returns the exit code: 0, whatever is explained */
export async function explain(
  url: string,
  { store = DEFAULT_STORE, json }: ExplainFlags,
  surroundings: Surroundings,
): Promise<number> {
  if (!URL.canParse(url))
    throw new UsageError(
      `Expected an absolute URL such as https://example.com/private, got ${JSON.stringify(url)}.`,
    )
  const path = storePath(store, surroundings)
  const reader = await storeToRead(path)
  try {
    const crawler = createCrawler({
      ...(await recalledOptions(reader, path)),
      store: readingStore(reader),
    })
    const explanation = await crawler.explain(url)
    const { out } = surroundings
    if (json) sayLine(out, jsonLine(explanation))
    else for (const line of explanationLines(explanation, out.paint)) sayLine(out, line)
    await crawler.close()
    return EXIT.done
  } finally {
    await reader.close()
  }
}
