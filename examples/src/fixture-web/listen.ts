// One port on several loopback addresses, so that each host of the fixture web has an address of its own.
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const ONLY_ONE = '127.0.0.1'

export interface Listening {
  readonly port: number
  /** The address that really serves for each one asked for; `127.0.0.1` where the machine has only that. */
  readonly addresses: ReadonlyMap<string, string>
  readonly close: () => Promise<void>
}

/**
 * Listens on every one of `addresses` at one port that is free on all of them, trying at most `attempts` ports.
 *
 * Linux and Windows answer on the whole of 127.0.0.0/8. macOS has 127.0.0.1 alone unless told otherwise: there the hosts share it.
 *
 * @throws the error of the system when no port could be had
 */
export async function listenOn(
  addresses: readonly string[],
  listener: RequestListener,
  attempts = 20,
): Promise<Listening> {
  const usable = await Promise.all(addresses.map(usableFor))
  const [first = ONLY_ONE, ...others] = new Set(usable)
  const servers: Server[] = []
  const listen = async (address: string, port: number): Promise<number> => {
    const server = await listening(createServer(listener), address, port)
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closed))
  }

  const port = await listen(first, 0)
  const results = await Promise.allSettled(others.map((address) => listen(address, port)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure === undefined) {
    return {
      port,
      addresses: new Map(addresses.map((asked, index) => [asked, usable[index] ?? ONLY_ONE])),
      close,
    }
  }
  await close()
  if (attempts > 1 && hasCode(failure.reason, 'EADDRINUSE'))
    return listenOn(addresses, listener, attempts - 1)
  throw failure.reason
}

/** `address` itself, or 127.0.0.1 where the machine does not have it. */
async function usableFor(address: string): Promise<string> {
  try {
    await closed(await listening(createServer(), address, 0))
    return address
  } catch (error) {
    if (hasCode(error, 'EADDRNOTAVAIL')) return ONLY_ONE
    throw error
  }
}

function listening(server: Server, address: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => resolve(server))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
