// Writes one answer to the wire and closes its record in the log.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { OpenRecord } from './request-log.ts'
import { logTime } from './request-log.ts'
import type { SiteAnswer } from './site.ts'

const GZIP_FROM_BYTES = 1_024

/** Sends `answer`; HTML of some size goes out as gzip where the client takes it. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: SiteAnswer,
  record: OpenRecord,
): void {
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    ...answer.headers,
  }
  let body = Buffer.from(answer.body ?? '')
  if (
    acceptsGzip(request) &&
    headers['content-type']?.startsWith('text/html') &&
    body.length >= GZIP_FROM_BYTES
  ) {
    body = gzipSync(body)
    headers['content-encoding'] = 'gzip'
  }
  headers['content-length'] = String(body.length)

  response.once('close', () => {
    if (record.endMs !== undefined) return
    record.endMs = logTime()
    record.aborted = true
  })
  response.writeHead(answer.status, headers)
  record.status = answer.status
  if (answer.pauseMs === undefined) return finish(response, body, record)

  const half = Math.ceil(body.length / 2)
  response.write(body.subarray(0, half))
  const timer = setTimeout(() => finish(response, body.subarray(half), record), answer.pauseMs)
  response.once('close', () => clearTimeout(timer))
}

function finish(response: ServerResponse, rest: Uint8Array, record: OpenRecord): void {
  record.endMs = logTime()
  response.end(rest)
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b/i.test(request.headers['accept-encoding'] ?? '')
}
