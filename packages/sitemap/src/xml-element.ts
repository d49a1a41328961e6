// The XML inside an entry, read by fast-xml-parser. It sees small, well-formed pieces and never a DOCTYPE.
import { XMLParser } from 'fast-xml-parser'

/** An element as a tree. */
export interface XmlElement {
  readonly name: string
  /** Raw values, references not decoded yet; undefined when there are none. */
  readonly attributes: Readonly<Record<string, string>> | undefined
  readonly content: readonly XmlContent[]
}

/** Text whose references are still to be decoded, a CDATA section, or a child. */
export type XmlContent =
  | { readonly kind: 'text' | 'cdata'; readonly value: string }
  | { readonly kind: 'element'; readonly element: XmlElement }

/** The raw value of an attribute. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const { attributes } = element
  return attributes !== undefined && Object.hasOwn(attributes, name) ? attributes[name] : undefined
}

const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'

const settings = {
  preserveOrder: true,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  // Values stay text: 007 is a name, 1984.0 a title.
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // References are decoded by references.ts, which also says what is wrong with them. The decoder is given all the same: without
  // one, the parser builds its own for each piece that it reads.
  processEntities: false,
  entityDecoder: {
    decode: (text: string): string => text,
    reset: (): void => {},
    setXmlVersion: (): void => {},
    addInputEntities: (): void => {},
    setExternalEntities: (): void => {},
  },
  ignorePiTags: true,
  jPath: false,
  // How deep an entry may be is judged before; none is deeper than option-checks.ts allows.
  maxNestedTags: 1_024,
  // The parser throws for names that its objects cannot carry; here they are names like any other, and none that we look for.
  transformTagName: harmless,
  transformAttributeName: harmless,
  onDangerousProperty: harmless,
}
const exact = new XMLParser(settings)
const trimming = new XMLParser({ ...settings, trimValues: true })

function harmless(name: string): string {
  return Object.hasOwn(Object.prototype, name) || name === 'prototype' ? `${name}_` : name
}

/**
 * The elements that `source` holds, in order.
 *
 * White space at the ends of a text may be gone, but not where a text continues in a CDATA section or behind a comment. (Keeping the
 * indentation between elements would cost half as much again.)
 *
 * @throws whatever the parser throws for what it cannot read; callers treat that as "not well-formed"
 */
export function parseElements(source: string): XmlElement[] {
  const parser = source.includes('<!') ? exact : trimming
  const elements: XmlElement[] = []
  for (const content of contentOf(parser.parse(source) as ParsedNode[])) {
    if (content.kind === 'element') elements.push(content.element)
  }
  return elements
}

type ParsedNode = Record<string, unknown>

function contentOf(nodes: readonly ParsedNode[]): XmlContent[] {
  return nodes.map((node) => {
    // The name comes first, the attributes, if any, second.
    let name = ''
    for (name in node) break
    const value = node[name]
    if (name === TEXT) return { kind: 'text', value: value as string }
    if (name === CDATA) return { kind: 'cdata', value: textIn(value as ParsedNode[]) }
    const attributes = node[ATTRIBUTES] as Record<string, string> | undefined
    const content = contentOf(value as ParsedNode[])
    return { kind: 'element', element: { name, attributes, content } }
  })
}

function textIn(nodes: readonly ParsedNode[]): string {
  const text = nodes[0]?.[TEXT]
  return typeof text === 'string' ? text : ''
}
