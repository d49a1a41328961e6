// The package's main entry runs in a browser: no file that it reaches without the condition "node" imports anything of Node.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Conditions {
  readonly [condition: string]: string | Conditions
}

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  imports: Record<string, Conditions>
}

/** What a conditional import names for a reader of the sources that is, or is not, Node. */
function resolved(name: string, conditions: readonly string[]): string {
  let target: string | Conditions = manifest.imports[name] ?? {}
  while (typeof target !== 'string') {
    const found: [string, string | Conditions] | undefined = Object.entries(target).find(
      ([condition]) => [...conditions, 'default'].includes(condition),
    )
    target = found?.[1] ?? 'nothing'
  }
  return target
}

function reachable(conditions: readonly string[]): { files: string[]; packages: string[] } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [new URL('./index.ts', import.meta.url)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file.href)) continue
    files.add(file.href)
    const source = readFileSync(file, 'utf8')
    for (const [, specifier = ''] of source.matchAll(
      /^(?:import|export)\s(?!type\b)[^'"]*?from '([^']+)'/gm,
    )) {
      if (specifier.startsWith('.')) waiting.push(new URL(specifier, file))
      else if (specifier.startsWith('#'))
        waiting.push(new URL(`../${resolved(specifier, conditions)}`, import.meta.url))
      else packages.add(specifier)
    }
  }
  const names = [...files].map((href) => href.replace(/.*\//, ''))
  return { files: names, packages: [...packages].toSorted() }
}

test('in a browser nothing of Node is imported', () => {
  const { files, packages } = reachable(['@curtsy/source'])
  expect(packages).toEqual(['@exodus/bytes/encoding.js', 'fast-xml-parser'])
  expect(files).toContain('inflate.web.ts')
  expect(files).not.toContain('inflate.node.ts')
})

test('on Node, zlib unpacks', () => {
  const { files, packages } = reachable(['@curtsy/source', 'node'])
  expect(packages).toEqual(['@exodus/bytes/encoding.js', 'fast-xml-parser', 'node:zlib'])
  expect(files).toContain('inflate.node.ts')
})

test('the built files are chosen as the sources are', () => {
  expect(resolved('#inflate', ['node', 'import'])).toBe('./dist/inflate.node.js')
  expect(resolved('#inflate', ['browser', 'import'])).toBe('./dist/inflate.web.js')
})
