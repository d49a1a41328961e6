// Where an example crawls: the URL given on the command line, or a site of the fixture web (no network needed).
import { startFixtureWeb } from './fixture-web/index.ts'

/** A place to crawl. `options` go into createCrawler as they are. */
export interface ExampleWeb {
  readonly options: {
    readonly seeds: readonly string[]
    readonly resolve?: (hostname: string) => Promise<readonly string[]>
    readonly allowAddresses?: readonly string[]
    readonly politeness?: { readonly delayMs: number }
  }
  close(): Promise<void>
}

/** @param site a host of the fixture web, used where no URL was given */
export async function exampleWeb(site: string, path = '/'): Promise<ExampleWeb> {
  const [url] = process.argv.slice(2)
  if (url !== undefined) return { options: { seeds: [url] }, close: async () => {} }
  const web = await startFixtureWeb()
  return {
    options: {
      seeds: [web.origin(site) + path],
      resolve: web.resolve,
      allowAddresses: ['127.0.0.0/8'],
      // The fixture web is ours: no waits of our own. A real site is crawled on the defaults.
      politeness: { delayMs: 0 },
    },
    close: web.close,
  }
}
