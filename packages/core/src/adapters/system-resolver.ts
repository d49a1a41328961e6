import { lookup } from 'node:dns/promises'

import type { Resolve } from '../ports/resolver.ts'

/**
 * Resolves names as this machine does (hosts file, DNS, whatever the system is set up with): every address, in the order
 * of preference that the system gives (RFC 6724). A name without an address rejects with the error of `node:dns`.
 *
 * The system's lookup cannot be stopped; when `signal` aborts, its answer is dropped. It has no time limit and remembers
 * nothing: wrap it in `cachingResolver`.
 *
 * @example
 * console.log(await systemResolver()('localhost')) // [ '127.0.0.1' ] or [ '::1', '127.0.0.1' ]
 */
export function systemResolver(): Resolve {
  return async (hostname, signal) => {
    signal?.throwIfAborted()
    const answers = await lookup(hostname, { all: true, verbatim: true })
    signal?.throwIfAborted()
    return answers.map((answer) => answer.address)
  }
}
