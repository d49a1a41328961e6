// Rules between the folders of core. `domain` decides, `ports` describe, `adapters` touch the world, everything else is application;
// only the composition root and the index files see both sides.
import type { Finding } from './finding.ts'
import { PURE_PACKAGES } from './house.ts'
import type { Import } from './imports.ts'
import { packageOf, targetOf } from './source-file.ts'
import type { SourceFile } from './source-file.ts'

const ROOT = 'packages/core/src/'
const COMPOSITION_ROOT = 'create-crawler.ts'
const ERRORS = 'curtsy-error.ts'

/** What an adapter may build on; not on the application, and not on the composition root. */
const UNDER_ADAPTERS = new Set(['domain', 'ports', 'store', 'adapters', ERRORS])

/** Judges the imports of one file of core; files of other packages have no layers. */
export function judgeLayers(file: SourceFile): readonly Finding[] {
  if (file.packageName !== 'core') return []
  const judge = judgeOf(file)
  return file.imports.flatMap((one) => {
    const target = one.specifier === undefined ? undefined : targetOf(file, one.specifier)
    const layer = target?.startsWith(ROOT) ? target.slice(ROOT.length).split('/')[0] : undefined
    const wayOut = judge(one, layer ?? '')
    if (wayOut === undefined) return []
    const what = `${file.layer} imports ${one.specifier}${one.typeOnly ? ' (types)' : ''}`
    return [{ file: file.path, line: one.line, what, wayOut }]
  })
}

/** Gives the way out, or nothing where the import is right. `layer` is empty for packages and modules of Node. */
type LayerJudge = (one: Import, layer: string) => string | undefined

function judgeOf(file: SourceFile): LayerJudge {
  if (file.layer === 'domain') return judgeDomain
  if (file.layer === 'ports') return judgePorts
  if (file.layer === 'adapters') return judgeAdapters
  const seesBoth = file.layer === COMPOSITION_ROOT || file.path.endsWith('/index.ts')
  return seesBoth ? () => undefined : judgeApplication
}

function judgeDomain({ specifier = '', typeOnly }: Import, layer: string): string | undefined {
  if (layer === 'domain' || layer === ERRORS || (layer === 'ports' && typeOnly)) return undefined
  if (layer === '' && PURE_PACKAGES.has(packageOf(specifier))) return undefined
  return 'The domain is a function of its arguments: take what you need as data, or as a type of ports/.'
}

function judgePorts({ typeOnly }: Import, layer: string): string | undefined {
  if (typeOnly && (layer === 'domain' || layer === 'ports')) return undefined
  return 'A port is an interface: import types only, and only from domain/ and ports/.'
}

function judgeAdapters(_: Import, layer: string): string | undefined {
  if (layer === '' || UNDER_ADAPTERS.has(layer)) return undefined
  return 'An adapter knows its port and the domain: hand it the rest when create-crawler.ts makes it.'
}

function judgeApplication(_: Import, layer: string): string | undefined {
  if (layer !== 'adapters' && layer !== COMPOSITION_ROOT) return undefined
  return 'The application knows ports: take the port as an argument and let create-crawler.ts choose the adapter.'
}
