// From an element's name to its role, by namespace where the file has them right and by good sense where it has not.
import { EXTENSION_ROLES } from './dialect.ts'
import type { Dialect, Role } from './dialect.ts'
import type { ProblemLog } from './problem.ts'
import { Namespaces, splitName } from './vocabulary.ts'
import type { Attribute } from './vocabulary.ts'

/** Names of one document. What is wrong with a name is reported once for each name or prefix. */
export class ElementNames {
  readonly namespaces: Namespaces
  readonly #dialect: Dialect
  readonly #rootPrefix: string
  readonly #rootUri: string | undefined
  readonly #log: ProblemLog
  readonly #known = new Map<string, Role>()
  readonly #reported = new Set<string>()

  constructor(
    dialect: Dialect,
    rootName: string,
    rootAttributes: readonly Attribute[],
    log: ProblemLog,
  ) {
    this.namespaces = new Namespaces(rootAttributes)
    this.#dialect = dialect
    this.#rootPrefix = splitName(rootName).prefix
    this.#rootUri = this.namespaces.uriOf(this.#rootPrefix)
    this.#log = log
  }

  /** Namespace of the root element; undefined when its prefix is not declared, '' when it has none. */
  get rootUri(): string | undefined {
    return this.#rootUri
  }

  /** The role of an element whose namespace declarations are those of the root. */
  roleOf(name: string, lineOf: () => number | undefined): Role {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const role = this.roleIn(this.namespaces, name, lineOf)
    // A file may hold any number of names; those of a format are few.
    if (this.#known.size < 256) this.#known.set(name, role)
    return role
  }

  /** The role of a name met before. */
  knownRole(name: string): Role | undefined {
    return this.#known.get(name)
  }

  /** The role of an element under declarations of its own. */
  roleIn(namespaces: Namespaces, name: string, lineOf: () => number | undefined): Role {
    const { prefix, local } = splitName(name)
    const { vocabulary, undeclared } = namespaces.vocabularyOf(prefix)
    if (undeclared) this.reportOnce('undeclared-prefix', prefix, lineOf())
    const lower = local.toLowerCase()
    if (this.#isOwn(namespaces, prefix)) {
      const known = this.#dialect.names.get(lower)
      if (known !== undefined) {
        if (known.spelling !== local) this.reportOnce('tag-case', name, lineOf())
        return known.role
      }
    }
    return EXTENSION_ROLES.get(`${vocabulary}:${lower}`) ?? 'unknown'
  }

  reportOnce(code: 'tag-case' | 'undeclared-prefix', name: string, line: number | undefined): void {
    const key = `${code} ${name}`
    if (this.#reported.has(key) || this.#reported.size >= 256) return
    this.#reported.add(key)
    this.#log.report(code, { detail: name, ...(line === undefined ? {} : { line }) })
  }

  // Of the format's own language: the root's namespace, any spelling of the right one, or none at all (`xmlns=""` on children).
  #isOwn(namespaces: Namespaces, prefix: string): boolean {
    const uri = namespaces.uriOf(prefix)
    if (uri === undefined) return prefix === this.#rootPrefix && this.#rootUri === undefined
    if (uri === '') return true
    const { kind } = this.#dialect
    if (kind === 'rss')
      return prefix === '' && (uri === this.namespaces.uriOf('') || /\brss\b/i.test(uri))
    if (uri === this.#rootUri) return true
    return namespaces.vocabularyOf(prefix).vocabulary === (kind === 'atom' ? 'atom' : 'sitemap')
  }
}
