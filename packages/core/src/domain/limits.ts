/** Limits of a crawl by name; milliseconds, bytes and counts as the names say. Raising one is the user's choice. */
export interface Limits {
  readonly dnsTimeoutMs: number
  /** TCP and TLS together. */
  readonly connectTimeoutMs: number
  /** From start to the end of the final header block; informational answers do not restart it. */
  readonly headersTimeoutMs: number
  /** Between two body bytes. */
  readonly bodyIdleTimeoutMs: number
  /** From start to end; nothing resets it. */
  readonly requestDeadlineMs: {
    readonly page: number
    readonly robots: number
    readonly sitemap: number
  }
  /** All hops of a redirect chain; waiting for politeness is not counted. */
  readonly chainDeadlineMs: number
  /** Trickle guard: fewer bytes per second than this, `minBytesPerSecondAfterMs` after the first body byte, ends the request. */
  readonly minBytesPerSecond: number
  readonly minBytesPerSecondAfterMs: number
  readonly maxInformational: number
  readonly maxHeaderBytes: number
  readonly maxHeaderFields: number
  /** Counted after decoding; the same number caps the wire. */
  readonly maxBodyBytes: {
    readonly page: number
    readonly robots: number
    readonly sitemap: number
  }
  /** Body of 3xx, 4xx and 5xx: read up to here, then the socket is closed. */
  readonly maxErrorBodyBytes: number
  /** Decoded to wire, checked once `maxDecodeRatioAfterBytes` have come out. */
  readonly maxDecodeRatio: number
  readonly maxDecodeRatioAfterBytes: number
  /** Layers of Content-Encoding; `identity` is not counted. */
  readonly maxEncodings: number
  readonly maxRedirects: number
  /** Bytes of a canonical URL. */
  readonly maxUrlLength: number
  readonly maxPathSegments: number
  readonly maxQueryPairs: number
  /** How often one path segment may occur in a path. */
  readonly maxRepeatedSegments: number
  /** How many pages of one shape may be found one on the other (calendars). */
  readonly maxShapeChain: number
  /** Hosts of one registrable domain. */
  readonly maxHostsPerDomain: number
  /** Discovered links only; seeds and sitemap entries are exempt. */
  readonly maxDepth: number
  readonly maxUrlsPerOrigin: number
  readonly maxLinksPerPage: number
  readonly maxDomDepth: number
  readonly maxDomNodes: number
  readonly maxAttributes: number
  readonly maxAttributeBytes: number
  /** CPU time for finding links on one page. */
  readonly maxParseMs: number
  readonly maxSitemapUrls: number
  readonly maxSitemapDepth: number
  readonly maxSitemapsPerOrigin: number
  /** Elements open at once inside an entry of a sitemap; one over a limit of its own is dropped, and the file goes on. */
  readonly maxXmlDepth: number
  readonly maxXmlEntryBytes: number
  readonly maxCrawlDelayMs: number
  readonly maxRetryAfterMs: number
  readonly maxRetries: number
  /** Failures in a row before a host is parked for 10 minutes; three times, then `origin-gave-up`. */
  readonly originFailureBudget: number
  readonly handlerTimeoutMs: number
  readonly shutdownGraceMs: number
}

const MIB = 1_048_576

/** The defaults. Where a limit has a hard bound, {@link HARD_LIMITS} names it and no option lifts it. */
export const DEFAULT_LIMITS: Limits = {
  dnsTimeoutMs: 5_000,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 20_000,
  bodyIdleTimeoutMs: 15_000,
  requestDeadlineMs: { page: 60_000, robots: 30_000, sitemap: 300_000 },
  chainDeadlineMs: 120_000,
  minBytesPerSecond: 64,
  minBytesPerSecondAfterMs: 15_000,
  maxInformational: 8,
  maxHeaderBytes: 16_384,
  maxHeaderFields: 100,
  maxBodyBytes: { page: 10 * MIB, robots: MIB, sitemap: 50 * MIB },
  maxErrorBodyBytes: 65_536,
  maxDecodeRatio: 100,
  maxDecodeRatioAfterBytes: MIB,
  maxEncodings: 2,
  maxRedirects: 10,
  maxUrlLength: 2_047,
  maxPathSegments: 20,
  maxQueryPairs: 20,
  maxRepeatedSegments: 3,
  maxShapeChain: 200,
  maxHostsPerDomain: 100,
  maxDepth: 16,
  maxUrlsPerOrigin: 100_000,
  maxLinksPerPage: 5_000,
  maxDomDepth: 512,
  maxDomNodes: 300_000,
  maxAttributes: 256,
  maxAttributeBytes: 65_536,
  maxParseMs: 2_000,
  maxSitemapUrls: 50_000,
  maxSitemapDepth: 3,
  maxSitemapsPerOrigin: 500,
  maxXmlDepth: 32,
  maxXmlEntryBytes: 262_144,
  maxCrawlDelayMs: 300_000,
  maxRetryAfterMs: 3_600_000,
  maxRetries: 2,
  originFailureBudget: 5,
  handlerTimeoutMs: 60_000,
  shutdownGraceMs: 10_000,
}

/** Bounds that no option lifts. Those of a sitemap's entries are what its reader takes. */
export const HARD_LIMITS: Readonly<
  Record<'maxHeaderBytes' | 'maxUrlLength' | 'maxXmlDepth' | 'maxXmlEntryBytes', number>
> = {
  maxHeaderBytes: 65_536,
  maxUrlLength: 8_192,
  maxXmlDepth: 1_000,
  maxXmlEntryBytes: 50 * MIB,
}
