// The XML inside an entry, read by fast-xml-parser. It sees small, well-formed pieces and never a DOCTYPE.
import { XMLParser } from 'fast-xml-parser'

/** An element as a tree. */
export interface XmlElement {
  readonly name: string
  /** Raw values by name, references not decoded yet. The object has no prototype to fall into. */
  readonly attributes: ReadonlyMap<string, string>
  readonly content: readonly XmlContent[]
}

/** Text whose references are still to be decoded, a CDATA section, or a child. */
export type XmlContent =
  | { readonly kind: 'text' | 'cdata'; readonly value: string }
  | { readonly kind: 'element'; readonly element: XmlElement }

const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'

const parser = new XMLParser({
  preserveOrder: true,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  // Values stay text: 007 is a name, 1984.0 a title.
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // References are decoded by references.ts, which also says what is wrong with them.
  processEntities: false,
  ignorePiTags: true,
  jPath: false,
  maxNestedTags: 64,
  // "constructor" and the like are only names here: attributes go into a Map.
  onDangerousProperty: (name: string): string => name,
})

/**
 * The elements that `source` holds, in order.
 *
 * @throws whatever the parser throws for what it cannot read; callers treat that as "not well-formed"
 */
export function parseElements(source: string): XmlElement[] {
  const nodes = parser.parse(source) as ParsedNode[]
  return contentOf(nodes).flatMap((content) =>
    content.kind === 'element' ? [content.element] : [],
  )
}

type ParsedNode = Record<string, unknown>

function contentOf(nodes: readonly ParsedNode[]): XmlContent[] {
  return nodes.map((node) => {
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? ''
    const value = node[name]
    if (name === TEXT) return { kind: 'text', value: String(value) }
    if (name === CDATA) return { kind: 'cdata', value: textIn(value as ParsedNode[]) }
    const attributes = new Map(Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>))
    return {
      kind: 'element',
      element: { name, attributes, content: contentOf(value as ParsedNode[]) },
    }
  })
}

function textIn(nodes: readonly ParsedNode[]): string {
  const text = nodes[0]?.[TEXT]
  return typeof text === 'string' ? text : ''
}
