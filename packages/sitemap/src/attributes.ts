// Attributes of a start tag. XML 1.0 §3.1.
import { decodeReferences } from './references.ts'
import type { Attribute } from './vocabulary.ts'

const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** What stands between a tag's name and its end, as a list; what is no attribute is left out. */
export function readAttributes(source: string): Attribute[] {
  const attributes: Attribute[] = []
  for (const [, name, double, single] of source.matchAll(ATTRIBUTE)) {
    attributes.push({ name: name!, value: decodeReferences(double ?? single ?? '', () => {}) })
  }
  return attributes
}

/** Whether nothing but attributes stands there, each with a quoted value. */
export function areWellFormed(source: string): boolean {
  const rest = source.replace(ATTRIBUTE, '')
  return !/[^\s/]/.test(rest)
}
