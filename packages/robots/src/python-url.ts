// The parts of Python's urllib.parse that its robots reader leans on, for text. They follow Python 3.11; errors that Python raises
// for impossible host names are not reproduced.

const ASCII_RUN = /[\0-\u007F]+/g // eslint-disable-line no-control-regex -- runs of ASCII, controls included
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Percent-decoding, ASCII run by ASCII run; what is not UTF-8 becomes U+FFFD. */
export function unquote(text: string): string {
  if (!text.includes('%')) return text
  return text.replaceAll(ASCII_RUN, (run) => {
    const bytes: number[] = []
    for (let at = 0; at < run.length; at++) {
      const hex = run.slice(at + 1, at + 3)
      if (run[at] === '%' && /^[0-9A-Fa-f]{2}$/.test(hex)) {
        bytes.push(Number.parseInt(hex, 16))
        at += 2
      } else bytes.push(run.charCodeAt(at))
    }
    return decoder.decode(new Uint8Array(bytes))
  })
}

/** Percent-encoding of everything but letters, digits, `_.-~` and `/`. */
export function quote(text: string): string {
  return encodeURIComponent(
    text.replaceAll(
      /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      '\uFFFD',
    ),
  )
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

export interface PythonUrl {
  readonly scheme: string
  readonly netloc: string
  readonly path: string
  readonly params: string
  readonly query: string
  readonly fragment: string
}

const USES_PARAMS = new Set(
  ',ftp,hdl,prospero,http,imap,https,shttp,rtsp,rtsps,rtspu,sip,sips,mms,sftp,tel'.split(','),
)
const USES_NETLOC = new Set(
  ',ftp,http,gopher,nntp,telnet,imap,wais,file,mms,https,shttp,snews,prospero,rtsp,rtsps,rtspu,rsync,svn,svn+ssh,sftp,nfs,git,git+ssh,ws,wss'.split(
    ',',
  ),
)

export function urlparse(text: string): PythonUrl {
  // eslint-disable-next-line no-control-regex -- Python strips them
  let rest = text.replace(/^[\0- ]+/, '').replaceAll(/[\t\r\n]/g, '')
  let scheme = ''
  let netloc = ''
  const named = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(rest)
  if (named !== null) {
    scheme = named[1]!.toLowerCase()
    rest = rest.slice(named[0].length)
  }
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/)
    netloc = end < 0 ? rest.slice(2) : rest.slice(2, 2 + end)
    rest = end < 0 ? '' : rest.slice(2 + end)
  }
  const [beforeFragment, fragment] = cut(rest, rest.indexOf('#'))
  const [beforeQuery, query] = cut(beforeFragment, beforeFragment.indexOf('?'))
  const [path, params] = USES_PARAMS.has(scheme)
    ? cut(beforeQuery, beforeQuery.indexOf(';', Math.max(0, beforeQuery.lastIndexOf('/'))))
    : [beforeQuery, '']
  return { scheme, netloc, path, params, query, fragment }
}

const cut = (text: string, at: number): [string, string] =>
  at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]

/** The parts put together again; empty ones leave no trace, so a lone `?` is lost. */
export function urlunparse({ scheme, netloc, path, params, query, fragment }: PythonUrl): string {
  let url = params === '' ? path : `${path};${params}`
  if (netloc !== '' || (scheme !== '' && USES_NETLOC.has(scheme) && !url.startsWith('//'))) {
    if (url !== '' && !url.startsWith('/')) url = `/${url}`
    url = `//${netloc}${url}`
  }
  if (scheme !== '') url = `${scheme}:${url}`
  if (query !== '') url = `${url}?${query}`
  return fragment === '' ? url : `${url}#${fragment}`
}
