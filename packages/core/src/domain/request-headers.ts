/** Fields that belong to the connection or to the identity of the crawler: nobody else sets them. */
const RESERVED: ReadonlySet<string> = new Set([
  'user-agent',
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Why a request header may not be sent as it is; undefined where it may. Options and plugins are asked alike.
 *
 * Names are tokens, values one line of text (HW-CRED-06); what the connection is made of, and the one identity (design decision 6), is
 * nobody's to set.
 *
 * @see RFC 9110 §5.1, §5.5 and §7.6.1
 */
export function headerProblem(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    return `${JSON.stringify(name)} is no header name.`
  const lower = name.toLowerCase()
  if (lower === 'user-agent') return 'user-agent is the userAgent option, the same everywhere.'
  if (RESERVED.has(lower)) return `${lower} is set by the connection.`
  if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return `the value of ${lower} must be one line of text, got ${JSON.stringify(value)}.`
  }
  return undefined
}
