// The prescan of the HTML standard: which encoding the first bytes of a document name, read before anything is decoded.

/** How many bytes the prescan reads. The standard's number; a `meta` behind it does not count. */
export const PRESCAN_BYTES = 1_024

/**
 * Gives the label that the document's own first 1,024 bytes name, or undefined.
 *
 * A `meta charset`, a `meta http-equiv=content-type content="…charset=…"`, else the `encoding` of an XML declaration. The label
 * is as written; whether it names an encoding is the caller's question. Tags inside comments and attribute values do not count.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function findMetaLabel(head: Uint8Array): string | undefined {
  const text = latin1(head)
  let at = 0
  while (at < text.length) {
    if (text.startsWith('<!--', at)) {
      // `<!-->` is a whole comment: its closing dashes may be the opening ones.
      const end = text.indexOf('-->', at + 2)
      if (end < 0) break
      at = end + 3
    } else if (/^<meta[\t\n\f\r /]/i.test(text.slice(at, at + 6))) {
      const meta = readMeta(text, at + 6)
      if (meta.label !== undefined) return meta.label
      at = meta.end
    } else if (/^<\/?[a-z]/i.test(text.slice(at, at + 3))) {
      at += text.slice(at).search(/[\t\n\f\r >]|$/)
      at = readAttributes(text, at).end
    } else if (/^<[!/?]/.test(text.slice(at, at + 2))) {
      const end = text.indexOf('>', at)
      if (end < 0) break
      at = end + 1
    } else {
      const next = text.indexOf('<', at + 1)
      if (next < 0) break
      at = next
    }
  }
  return findXmlLabel(head)
}

/**
 * Gives the `encoding` of an XML declaration at the very start of `head`, or undefined. A declaration written in UTF-16
 * without a mark names that encoding by its zero bytes.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
 */
export function findXmlLabel(head: Uint8Array): string | undefined {
  const text = latin1(head)
  if (text.startsWith('<\0?\0x\0')) return 'utf-16le'
  if (text.startsWith('\0<\0?\0x')) return 'utf-16be'
  const declaration = /^<\?xml[^>]*/.exec(text)?.[0]
  return declaration === undefined
    ? undefined
    : /encoding[\0- ]*=[\0- ]*(["'])([^"'\0- ]*)\1/.exec(declaration)?.[2]
}

interface Attributes {
  readonly values: ReadonlyMap<string, string>
  readonly end: number
}

function readMeta(text: string, from: number): { readonly label?: string; readonly end: number } {
  const { values, end } = readAttributes(text, from)
  const charset = values.get('charset')
  if (charset !== undefined) return { label: charset.trim(), end }
  const content = values.get('content')
  if (content === undefined || values.get('http-equiv')?.toLowerCase() !== 'content-type') {
    return { end }
  }
  const label = labelInContent(content)
  return label === undefined ? { end } : { label, end }
}

/** Gives the label in a `content` value such as `text/html; charset=koi8-r`. */
export function labelInContent(content: string): string | undefined {
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i.exec(
    content,
  )
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3] ?? '').trim()
}

/** The attributes of a tag from `from` to its `>`; of two with one name the first counts. A quote never closed swallows the rest. */
function readAttributes(text: string, from: number): Attributes {
  const values = new Map<string, string>()
  const attribute =
    /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|["'][^]*|([^\t\n\f\r >]*)))?/y
  attribute.lastIndex = from
  let end = from
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    end = attribute.lastIndex
    const name = (match[1] ?? '').toLowerCase()
    if (!values.has(name)) values.set(name, match[2] ?? match[3] ?? match[4] ?? '')
  }
  const close = text.indexOf('>', end)
  return { values, end: close < 0 ? text.length : close + 1 }
}

function latin1(head: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = head
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, PRESCAN_BYTES)).toString('latin1')
}
