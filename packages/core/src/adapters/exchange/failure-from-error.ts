import type { FailureReason } from '../../domain/outcome.ts'
import type { TransportFailure } from '../../ports/transport.ts'
import { printable } from './failures.ts'
import type { Stage } from './failures.ts'

/**
 * What the error codes of Node, undici and fetch functions mean: the reason and the sentence. A code that means one thing
 * before the header and another within the body is listed with both.
 */
type Meaning = readonly [reason: FailureReason, sentence: string]
interface StagedMeaning {
  readonly before: Meaning
  readonly inBody: Meaning
}

const CUT_BODY: Meaning = ['body-incomplete', 'The connection ended before the body was complete']
const RESET: Meaning = ['connection-reset', 'The server reset the connection']
const NOT_FOUND: Meaning = ['dns-failure', 'The name does not resolve']
const UNREACHABLE: Meaning = ['connect-refused', 'No route to the address']
const TLS: Meaning = ['tls-error', 'The TLS handshake failed']
const CERTIFICATE: Meaning = ['tls-error', "The server's certificate is not trusted"]

const MEANINGS: ReadonlyMap<string, Meaning | StagedMeaning> = new Map<
  string,
  Meaning | StagedMeaning
>([
  ['ENOTFOUND', NOT_FOUND],
  ['ENODATA', NOT_FOUND],
  ['ESERVFAIL', ['dns-failure', 'The name server failed']],
  ['ETIMEOUT', ['dns-failure', 'The name server did not answer']],
  ['EAI_AGAIN', ['dns-failure', 'The name server did not answer']],
  ['EAI_FAIL', ['dns-failure', 'The name server failed']],
  ['EAI_NODATA', NOT_FOUND],
  ['EAI_NONAME', NOT_FOUND],
  ['ECONNREFUSED', ['connect-refused', 'Nothing listens at the address and port']],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['EHOSTDOWN', UNREACHABLE],
  ['ENETDOWN', UNREACHABLE],
  ['EADDRNOTAVAIL', ['connect-refused', 'This machine cannot reach such an address']],
  ['EACCES', ['connect-refused', 'This machine does not allow the connection']],
  ['EPERM', ['connect-refused', 'This machine does not allow the connection']],
  ['EMFILE', ['connect-refused', 'This process has no free file handle for a socket']],
  ['ENFILE', ['connect-refused', 'This machine has no free file handle for a socket']],
  ['ETIMEDOUT', { before: ['connect-timeout', 'The connection timed out'], inBody: RESET }],
  ['UND_ERR_CONNECT_TIMEOUT', ['connect-timeout', 'The connection timed out']],
  ['ECONNRESET', RESET],
  ['ECONNABORTED', RESET],
  ['EPIPE', RESET],
  ['UND_ERR_SOCKET', { before: RESET, inBody: CUT_BODY }],
  [
    'UND_ERR_SOCKET bad upgrade',
    ['protocol-error', 'The server switched protocols, which nobody asked for'],
  ],
  [
    'UND_ERR_SOCKET bad response',
    ['protocol-error', 'The server sent an answer that nobody asked for'],
  ],
  ['UND_ERR_ABORTED', RESET],
  ['UND_ERR_DESTROYED', RESET],
  ['UND_ERR_CLOSED', RESET],
  ['UND_ERR_HEADERS_TIMEOUT', ['headers-timeout', 'The header did not come in time']],
  ['UND_ERR_BODY_TIMEOUT', ['body-timeout', 'The body stopped']],
  [
    'UND_ERR_HEADERS_OVERFLOW',
    {
      before: ['headers-too-large', 'The header block is too large'],
      inBody: ['protocol-error', 'The trailers are too large'],
    },
  ],
  [
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    {
      before: ['protocol-error', 'The header is not valid HTTP/1.1'],
      inBody: ['body-incomplete', 'The body is shorter than its Content-Length'],
    },
  ],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', ['body-too-large', 'The body is too large']],
  ['UND_ERR_INVALID_ARG', ['protocol-error', 'The request cannot be written']],
  ['UND_ERR_NOT_SUPPORTED', ['protocol-error', 'The request cannot be written']],
  [
    'HPE_INVALID_EOF_STATE',
    { before: ['connection-reset', 'The connection ended within the header'], inBody: CUT_BODY },
  ],
  ['EPROTO', TLS],
  ['CERT_HAS_EXPIRED', CERTIFICATE],
  ['CERT_NOT_YET_VALID', CERTIFICATE],
  ['CERT_REVOKED', CERTIFICATE],
  ['CERT_UNTRUSTED', CERTIFICATE],
  ['CERT_REJECTED', CERTIFICATE],
  ['CERT_CHAIN_TOO_LONG', CERTIFICATE],
  ['CERT_SIGNATURE_FAILURE', CERTIFICATE],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', CERTIFICATE],
  ['SELF_SIGNED_CERT_IN_CHAIN', CERTIFICATE],
  ['UNABLE_TO_GET_ISSUER_CERT', CERTIFICATE],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', CERTIFICATE],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', CERTIFICATE],
  ['INVALID_CA', CERTIFICATE],
  ['INVALID_PURPOSE', CERTIFICATE],
  ['HOSTNAME_MISMATCH', CERTIFICATE],
])

const NOT_HTTP: Meaning = ['protocol-error', 'The answer is not valid HTTP/1.1']

/** Errors that carry no code, known by their name. `TimeoutError` is what `AbortSignal.timeout` gives. */
const NAMES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['HTTPParserError', NOT_HTTP],
  ['TimeoutError', ['deadline-exceeded', 'The request timed out']],
  ['AbortError', ['connection-reset', 'The request was aborted']],
])

/** Families of codes; the first that fits. `HPE_` is the HTTP parser, `ERR_SSL_`, `ERR_TLS_` and `ERR_OSSL_` are TLS. */
const FAMILIES: readonly (readonly [prefix: string, meaning: Meaning])[] = [
  ['HPE_', NOT_HTTP],
  ['ERR_TLS_CERT_', CERTIFICATE],
  ['ERR_TLS_', TLS],
  ['ERR_SSL_', TLS],
  ['ERR_OSSL_', TLS],
  ['ERR_HTTP_', ['protocol-error', 'The answer is not valid HTTP']],
]

/** What undici says by a common error; only the text tells these from the others. */
const TEXTS: readonly (readonly [text: string, code: string])[] = [
  ['bad upgrade', 'UND_ERR_SOCKET bad upgrade'],
  ['bad response', 'UND_ERR_SOCKET bad response'],
  ['Invalid EOF state', 'HPE_INVALID_EOF_STATE'],
]

/** How many `cause` links are followed; a chain that bites its own tail ends here. */
const MAX_CAUSES = 8

/**
 * The failure that an error stands for: looked up by code, then by name, along the chain of causes, because a fetch
 * function says "fetch failed" and keeps the truth in `cause`.
 *
 * @param stage how far the exchange had come; the same code means something else within the body
 */
export function failureFromError(error: unknown, stage: Stage): TransportFailure {
  let link = error
  for (let depth = 0; depth < MAX_CAUSES && link instanceof Object; depth++) {
    const meaning = meaningOf(link, stage)
    if (meaning !== undefined) {
      const [reason, sentence] = meaning
      return { reason, message: withDetail(sentence, link), cause: error }
    }
    link = (link as { cause?: unknown }).cause
  }
  const reason = stage === 'body' ? 'body-incomplete' : 'connection-reset'
  return { reason, message: withDetail('The request failed', error), cause: error }
}

function meaningOf(error: object, stage: Stage): Meaning | undefined {
  const { name } = error as { name?: unknown }
  const code = codeOf(error)
  const meaning =
    (code === undefined ? undefined : (MEANINGS.get(code) ?? familyOf(code))) ??
    (typeof name === 'string' ? NAMES.get(name) : undefined)
  if (meaning === undefined || !('before' in meaning)) return meaning
  return stage === 'body' ? meaning.inBody : meaning.before
}

function codeOf(error: object): string | undefined {
  const { code, message, name } = error as { code?: unknown; message?: unknown; name?: unknown }
  if (typeof message === 'string' && (code === 'UND_ERR_SOCKET' || name === 'HTTPParserError')) {
    const known = TEXTS.find(([text]) => message.includes(text))
    if (known !== undefined) return known[1]
  }
  return typeof code === 'string' ? code : undefined
}

function familyOf(code: string): Meaning | undefined {
  return FAMILIES.find(([prefix]) => code.startsWith(prefix))?.[1]
}

/** One sentence: what it means, then what was said and the code. */
function withDetail(sentence: string, error: unknown): string {
  if (!(error instanceof Object)) return `${sentence} (${printable(String(error), 200)}).`
  const { code, message } = error as { code?: unknown; message?: unknown }
  const said = typeof message === 'string' && message !== '' ? firstLine(message) : undefined
  const named = typeof code === 'string' && said?.includes(code) !== true ? code : undefined
  const details = [said, named].filter((part) => part !== undefined)
  return details.length === 0 ? `${sentence}.` : `${sentence} (${details.join(', ')}).`
}

/** The parser's reason stands in brackets at the end of a long sentence. */
const PARSER_REASON = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/

/** OpenSSL writes its file and line into the message, over several lines; one short line is enough. */
function firstLine(message: string): string {
  const line = (PARSER_REASON.exec(message)?.[1] ?? message).split(/[\r\n]/, 1)[0] ?? ''
  return printable(line, 200)
}
