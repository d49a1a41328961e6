// What Python's urllib.parse makes of rules and URLs in its robots reader, for text. Follows Python 3.11; the errors that it raises for
// impossible host names, and schemes within a rule, are not reproduced.

import { textOf } from './octets.ts'
import { encodeChars } from './percent.ts'

const ASCII_RUN = /[\0-\u007F]+/g // eslint-disable-line no-control-regex -- runs of ASCII, controls included

/** Percent-decoding, ASCII run by ASCII run; what is not UTF-8 becomes U+FFFD. */
export function unquote(text: string): string {
  if (!text.includes('%')) return text
  return text.replaceAll(ASCII_RUN, (run) => {
    const octets = run.replaceAll(/%[\dA-Fa-f]{2}/g, (escape) =>
      String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
    )
    return textOf(octets)
  })
}

/** Percent-encoding of everything but letters, digits, `_.-~` and `/`. */
export function quote(text: string): string {
  return encodeChars(text, /[^\w.~/-]/g)
}

/** What `urlunparse(urlparse(text))` gives for a path: empty fragment, query and parameters leave no trace, so a lone `?` is lost. */
export function normalPath(text: string): string {
  // eslint-disable-next-line no-control-regex -- Python strips them
  const clean = text.replace(/^[\0- ]+/, '').replaceAll(/[\t\r\n]/g, '')
  const [beforeFragment = '', fragment = ''] = cut(clean.replace(/^\/\/(?=[/?#]|$)/, ''), '#')
  const [beforeQuery = '', query = ''] = cut(beforeFragment, '?')
  const path = beforeQuery.replace(/((?:^|\/)[^/;]*);$/, '$1')
  return path + (query && `?${query}`) + (fragment && `#${fragment}`)
}

/** The same for a URL, of which only the part behind the host counts. */
export function normalUrlPath(url: string): string {
  return normalPath(url.replace(/^[A-Za-z][\w+.-]*:/, '').replace(/^\/\/[^/?#]*/, ''))
}

const cut = (text: string, mark: string): readonly string[] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
