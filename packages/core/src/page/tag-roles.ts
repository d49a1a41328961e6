// What the scan needs to know of an element by its name.

/**
 * `link`…`title`: read for what they say. `hiding`: markup inside is not part of the page. `leaf`: has no end tag, or one that
 * may be left out, so that it tells nothing of depth. `svg`: its titles are not the page's.
 */
export type TagRole =
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

const NAMES: Readonly<Record<TagRole, string>> = {
  anchor: 'a',
  area: 'area',
  base: 'base',
  link: 'link',
  meta: 'meta',
  html: 'html',
  title: 'title',
  svg: 'svg',
  // script, style, textarea and xmp need no mention: the tokenizer reads their contents as text.
  hiding: 'template noscript iframe noembed noframes',
  // HTML standard §13.1.2: void elements and §13.1.2.4: optional tags.
  leaf:
    'br col embed hr img input param source track wbr basefont frame keygen ' +
    'head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th',
}

/** Role by lower-case tag name; undefined for the many that have none. */
export const TAG_ROLES: ReadonlyMap<string, TagRole> = new Map(
  Object.entries(NAMES).flatMap(([role, names]) =>
    names.split(' ').map((name) => [name, role as TagRole] as const),
  ),
)

/** Roles whose elements count for depth: those that must be closed. */
export function countsForDepth(role: TagRole | undefined): boolean {
  return (
    role === undefined ||
    role === 'anchor' ||
    role === 'svg' ||
    role === 'hiding' ||
    role === 'title'
  )
}
