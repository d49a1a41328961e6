// Which vocabulary an element belongs to: namespaces as sites declare them, right, wrong or not at all.

/** The languages that sitemaps are written in. `none` is no namespace, `foreign` any other. */
export type Vocabulary =
  | 'sitemap'
  | 'image'
  | 'video'
  | 'news'
  | 'mobile'
  | 'pagemap'
  | 'xhtml'
  | 'atom'
  | 'none'
  | 'foreign'

/** The namespace of the protocol. Any other spelling is read, and reported as `wrong-namespace`. */
export const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const CONVENTIONAL_PREFIXES: ReadonlyMap<string, Vocabulary> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['news', 'news'],
  ['mobile', 'mobile'],
  ['pagemap', 'pagemap'],
  ['xhtml', 'xhtml'],
])

/** Namespace declarations in force at one element. */
export class Namespaces {
  readonly #declared: ReadonlyMap<string, string>
  readonly #outer: Namespaces | undefined
  readonly #vocabularies = new Map<string, { vocabulary: Vocabulary; undeclared: boolean }>()

  constructor(attributes: readonly Attribute[], outer?: Namespaces) {
    const declared = new Map<string, string>()
    for (const { name, value } of attributes) {
      if (name === 'xmlns') declared.set('', value.trim())
      else if (name.startsWith('xmlns:')) declared.set(name.slice(6), value.trim())
    }
    this.#declared = declared
    this.#outer = outer
  }

  /** The URI bound to a prefix; '' (no prefix) is bound to '' unless declared; undefined for an undeclared prefix. */
  uriOf(prefix: string): string | undefined {
    return (
      this.#declared.get(prefix) ?? this.#outer?.uriOf(prefix) ?? (prefix === '' ? '' : undefined)
    )
  }

  /** The vocabulary of a name with this prefix, and whether a known extension's prefix was never declared. */
  vocabularyOf(prefix: string): { vocabulary: Vocabulary; undeclared: boolean } {
    const known = this.#vocabularies.get(prefix)
    if (known !== undefined) return known
    const found = this.#findVocabulary(prefix)
    if (this.#vocabularies.size < 64) this.#vocabularies.set(prefix, found)
    return found
  }

  #findVocabulary(prefix: string): { vocabulary: Vocabulary; undeclared: boolean } {
    const uri = this.uriOf(prefix)
    const conventional = CONVENTIONAL_PREFIXES.get(prefix.toLowerCase())
    if (uri === undefined)
      return { vocabulary: conventional ?? 'foreign', undeclared: conventional !== undefined }
    const vocabulary = vocabularyOfUri(uri)
    // A conventional prefix bound to a URI that nobody knows: a misspelt declaration.
    return {
      vocabulary: vocabulary === 'foreign' && conventional ? conventional : vocabulary,
      undeclared: false,
    }
  }
}

function vocabularyOfUri(uri: string): Vocabulary {
  if (uri === '') return 'none'
  const extension = /\bsitemap-(image|video|news|mobile|pagemap)\b/i.exec(uri)
  if (extension !== null) return extension[1]!.toLowerCase() as Vocabulary
  if (/^https?:\/\/(?:www\.)?(?:sitemaps\.org|google\.com)\/schemas\/sitemap\b/i.test(uri))
    return 'sitemap'
  if (/^https?:\/\/www\.w3\.org\/1999\/xhtml\/?$/i.test(uri)) return 'xhtml'
  if (/^https?:\/\/(?:www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns#?)\/?$/i.test(uri)) return 'atom'
  return 'foreign'
}

/** An attribute with its references decoded. */
export interface Attribute {
  readonly name: string
  readonly value: string
}

/** `prefix:local` taken apart; '' where there is no prefix. */
export function splitName(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':')
  return colon < 0
    ? { prefix: '', local: name }
    : { prefix: name.slice(0, colon), local: name.slice(colon + 1) }
}
