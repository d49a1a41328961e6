// What the scan needs to know of an element by its name, and the quick way from a name in the text to that knowledge.

/**
 * `link`…`title`: read for what they say. `hiding`: markup inside is not part of the page. `leaf`: has no end tag, or one that
 * may be left out, so that it tells nothing of depth. `svg`: its titles are not the page's. `plain`: all the others.
 */
type TagRole =
  | 'anchor'
  | 'area'
  | 'base'
  | 'link'
  | 'meta'
  | 'html'
  | 'title'
  | 'svg'
  | 'hiding'
  | 'leaf'
  | 'plain'

/** An attribute that is read, as an index into {@link ATTRIBUTE_NAMES}. */
export type AttributeId = 0 | 1 | 2 | 3 | 4 | 5 | 6

export const HREF = 0
export const REL = 1
export const NAME = 2
export const CONTENT = 3
export const CHARSET = 4
export const HTTP_EQUIV = 5
export const LANG = 6

export const ATTRIBUTE_NAMES: readonly string[] = [
  'href',
  'rel',
  'name',
  'content',
  'charset',
  'http-equiv',
  'lang',
]

/** An element, as far as the scan knows it. One object a name. */
export interface TagKind {
  /** In lower case; empty for all that the scan does not know by name. */
  readonly name: string
  readonly role: TagRole
  /** Counts for depth: must be closed. */
  readonly nests: boolean
  /** Its content is text up to its own end tag. */
  readonly raw: boolean
  /** Attributes that are read. */
  readonly wanted: readonly AttributeId[] | undefined
}

const NAMES: Readonly<Record<TagRole, string>> = {
  anchor: 'a',
  area: 'area',
  base: 'base',
  link: 'link',
  meta: 'meta',
  html: 'html',
  title: 'title',
  svg: 'svg',
  hiding: 'template noscript iframe noembed noframes',
  // HTML standard §13.1.2: void elements and §13.1.2.4: optional tags.
  leaf:
    'br col embed hr img input param source track wbr basefont frame keygen ' +
    'head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th',
  plain: 'script style textarea xmp',
}

/** Elements whose content is text, as htmlparser2 has it. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'xmp'])

const WANTED: Partial<Record<TagRole, readonly AttributeId[]>> = {
  anchor: [HREF, REL],
  area: [HREF, REL],
  base: [HREF],
  link: [HREF, REL],
  meta: [NAME, CONTENT, CHARSET, HTTP_EQUIV],
  html: [LANG],
}

const NESTING: ReadonlySet<TagRole> = new Set(['plain', 'anchor', 'svg', 'hiding', 'title'])

function kindOf(name: string, role: TagRole): TagKind {
  return {
    name,
    role,
    nests: NESTING.has(role),
    raw: RAW.has(name),
    wanted: WANTED[role],
  }
}

/** Stands for every element that is not known by name. */
export const OTHER_TAG: TagKind = kindOf('', 'plain')

const KINDS: readonly TagKind[] = Object.entries(NAMES).flatMap(([role, names]) =>
  names.split(' ').map((name) => kindOf(name, role as TagRole)),
)

const LONGEST = Math.max(...KINDS.map((kind) => kind.name.length))
const LETTERS = 26
const A = 0x61

/** Kinds by first letter and length: hardly ever more than two to compare with. */
const BY_START: readonly (readonly TagKind[] | undefined)[] = Array.from(
  { length: LETTERS * (LONGEST + 1) },
  (_, at) => {
    const kinds = KINDS.filter(({ name }) => slotOf(name.charCodeAt(0), name.length) === at)
    return kinds.length === 0 ? undefined : kinds
  },
)

function slotOf(firstLetter: number, length: number): number {
  return (firstLetter - A) * (LONGEST + 1) + length
}

/** The element whose name stands in `text` from `start` to `end`, in any case of its letters. The name begins with a letter. */
export function tagKindAt(text: string, start: number, end: number): TagKind {
  const length = end - start
  if (length > LONGEST) return OTHER_TAG
  const kinds = BY_START[slotOf(text.charCodeAt(start) | 0x20, length)]
  if (kinds === undefined) return OTHER_TAG
  for (const kind of kinds) if (isNamed(text, start, kind.name)) return kind
  return OTHER_TAG
}

/** Whether `name`, in lower case, stands in `text` at `start`, in any case. The caller has seen to the length. */
export function isNamed(text: string, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    // Of all characters that can stand in a name only the letter itself, in either case, gives the letter.
    if ((text.charCodeAt(start + at) | 0x20) !== name.charCodeAt(at)) return false
  }
  return true
}

/** The attribute, of those that `kind` wants, whose name stands in `text` from `start` to `end`; -1 for any other. */
export function attributeAt(
  text: string,
  start: number,
  end: number,
  wanted: readonly AttributeId[],
): AttributeId | -1 {
  for (const id of wanted) {
    const name = ATTRIBUTE_NAMES[id] as string
    if (name.length === end - start && isNamed(text, start, name)) return id
  }
  return -1
}
