// What a page pays for this package. esbuild comes with the test runner.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

interface Esbuild {
  buildSync(options: object): { readonly outputFiles: readonly { readonly contents: Uint8Array }[] }
}

/** esbuild as the test runner has it. */
function esbuild(): Esbuild {
  const vitest = createRequire(import.meta.url).resolve('vitest/package.json')
  const vite = createRequire(vitest).resolve('vite/package.json')
  return createRequire(vite)('esbuild') as Esbuild
}

/** Octets after minifying and gzip; the platform is neutral, so an import of a Node built-in fails the build. */
function bundled(contents: string): number {
  const { outputFiles } = esbuild().buildSync({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

describe('the bundle', () => {
  test('parseRobots alone is at most 8 KiB minified and gzipped', () => {
    const size = bundled(`export { parseRobots } from './index.ts'`)
    console.log(`parseRobots alone: ${size} octets`)
    expect(size).toBeLessThanOrEqual(8 * 1024)
  })

  test('everything is at most 25 KiB minified and gzipped, and needs no Node built-in', () => {
    const size = bundled(`export * from './index.ts'`)
    console.log(`everything: ${size} octets`)
    expect(size).toBeLessThanOrEqual(25 * 1024)
  })
})
