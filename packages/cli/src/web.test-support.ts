import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestWeb {
  readonly origin: string
  /** Paths in the order in which they were asked for. */
  readonly requests: string[]
  close(): Promise<void>
}

type Page =
  | string
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }

/** A server on loopback. A page is its HTML, or says more; what is not there is a 404. `slow` paths are never answered. */
export async function testWeb(
  pages: Readonly<Record<string, Page>>,
  slow: readonly string[] = [],
): Promise<TestWeb> {
  const requests: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    requests.push(path)
    if (slow.includes(path)) return
    const page = pages[path] ?? { status: 404 }
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof page === 'string' ? { body: page } : page
    const type = path === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Six pages, one of them disallowed, one not to be shown, one gone, one that redirects; a title that tries to be a command. */
export const SMALL_WEB: Readonly<Record<string, Page>> = {
  '/robots.txt': 'User-agent: *\nDisallow: /private\n',
  '/': '<title>Home \u001b[31m</title><a href="/a">a</a><a href="/private/x">x</a><a href="/gone">gone</a><a href="/old">old</a><a href="https://other.test/">o</a>',
  '/a': '<title>=A</title><a href="/b">b</a><a href="/">home</a>',
  '/b': { headers: { 'x-robots-tag': 'noindex' }, body: '<title>B</title><a href="/new">new</a>' },
  '/old': { status: 301, headers: { location: '/new' } },
  '/new': '<title>New</title>',
  '/private/x': '<title>never seen</title>',
}
