// The house rules as data: which package may import what, and where the surroundings may be touched. The first table is that of
// docs/architecture.md; a change here is a change there.

export interface PackageRule {
  /** Packages that its sources may import and its package.json may depend on. */
  readonly dependencies: readonly string[]
  /**
   * Modules of Node that its sources may import. `none`: it runs in a browser too, but for files that its package.json names under
   * the condition `node`. `quiet`: those without files, sockets and clocks, and in `adapters/` all. `all`: an edge of the house.
   */
  readonly node: 'none' | 'quiet' | 'all'
}

/** One row a package; a folder of `packages/` without a row is a finding. */
export const HOUSE: Readonly<Record<string, PackageRule>> = {
  robots: { dependencies: [], node: 'none' },
  sitemap: { dependencies: ['fast-xml-parser', '@exodus/bytes'], node: 'none' },
  core: {
    dependencies: [
      '@curtsy/robots',
      '@curtsy/sitemap',
      '@exodus/bytes',
      'cheerio',
      'htmlparser2',
      'ipaddr.js',
      'p-queue',
      'tldts',
      'tough-cookie',
      'undici',
    ],
    node: 'quiet',
  },
  sqlite: { dependencies: ['@curtsy/core', '@photostructure/sqlite'], node: 'all' },
  cli: {
    dependencies: [
      '@curtsy/core',
      '@curtsy/robots',
      '@curtsy/sitemap',
      '@curtsy/sqlite',
      'commander',
    ],
    node: 'all',
  },
}

/** Modules of Node that open files, sockets or processes, or that read a clock. In core they belong into `adapters/`. */
export const LOUD_NODE_MODULES: ReadonlySet<string> = new Set([
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'fs',
  'http',
  'http2',
  'https',
  'inspector',
  'net',
  'os',
  'perf_hooks',
  'process',
  'readline',
  'repl',
  'sqlite',
  'timers',
  'tls',
  'tty',
  'worker_threads',
])

/** What opens sockets whoever imports it: in `adapters/` of core and nowhere else. */
export const SOCKET_MODULES: ReadonlySet<string> = new Set([
  'dgram',
  'dns',
  'http',
  'http2',
  'https',
  'net',
  'tls',
  'undici',
])

/** What `domain/` of core may import besides itself: packages that compute and nothing else. */
export const PURE_PACKAGES: ReadonlySet<string> = new Set([
  '@curtsy/robots',
  '@curtsy/sitemap',
  'ipaddr.js',
  'tldts',
])

/** A file or folder that may touch the surroundings outside `adapters/`. `uses` lists what; the reason is for the reader. */
export interface Exception {
  readonly at: string
  readonly uses: readonly string[]
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    at: 'packages/core/src/testing/virtual-clock.ts',
    uses: ['setImmediate', 'setTimeout'],
    reason: 'virtual time moves on only when the event loop has nothing left to do',
  },
  {
    at: 'packages/cli/src/live-status.ts',
    uses: ['setInterval', 'setTimeout', 'Date.now', 'performance.now'],
    reason:
      'the live line is redrawn for a person, in the time of that person; no request depends on it',
  },
  {
    at: 'packages/sqlite/src/sqlite-store.ts',
    uses: ['new Date()'],
    reason: 'people are told since when a file is held; nothing is decided by it',
  },
  {
    at: 'packages/cli/src/input/config-file.ts',
    uses: ['import()'],
    reason: 'the module is the one that a person names with --config',
  },
]
