// `--config <file>`: the options of createCrawler by their names, in JSON, JavaScript or TypeScript.
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../usage-error.ts'
import { fileProblem, readNamedFile } from './file-check.ts'

/** What a config file gives. Names and values are checked by createCrawler. */
export type Config = Readonly<Record<string, unknown>>

const MODULES: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/**
 * Reads a config file.
 *
 * @param path absolute
 * @throws UsageError if it cannot be read, does not parse, or gives no object
 */
export async function readConfig(path: string): Promise<Config> {
  const extension = extname(path).toLowerCase()
  const bytes = await readNamedFile('--config', path)
  if (extension === '.json') return objectOf(parseJson(new TextDecoder().decode(bytes), path), path)
  if (MODULES.has(extension)) return objectOf(await defaultExport(path), path)
  throw new UsageError(`Expected --config to end in .json, .js, .mjs, .ts or .mts, got ${path}.`)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new UsageError(`--config ${path} is no JSON: ${fileProblem(cause)}.`, { cause })
  }
}

async function defaultExport(path: string): Promise<unknown> {
  let module: unknown
  try {
    module = await import(pathToFileURL(path).href)
  } catch (cause) {
    throw new UsageError(importProblem(path, cause), { cause })
  }
  const { default: exported } = module as { readonly default?: unknown }
  if (exported === undefined)
    throw new UsageError(
      `--config ${path} has no default export: write "export default { … }" with the options of createCrawler.`,
    )
  return exported
}

function importProblem(path: string, cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return (
      `Node ${process.versions.node} cannot read TypeScript, so --config ${path} cannot be loaded: write it as .mjs or .json, ` +
      'use Node 22.18 or newer, or start curtsy by tsx (node --import tsx).'
    )
  }
  return `--config ${path} cannot be loaded: ${fileProblem(cause)}`
}

function objectOf(value: unknown, path: string): Config {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Config
  throw new UsageError(
    `Expected --config ${path} to give an object with the options of createCrawler.`,
  )
}
