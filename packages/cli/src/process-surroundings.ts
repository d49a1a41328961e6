// The real process as `Surroundings`.
import { EXIT } from './exit-code.ts'
import type { Outlet, Surroundings } from './surroundings.ts'
import { paintFor } from './terminal/paint.ts'

/** What a command gets from this process. Called once. */
export function processSurroundings(): Surroundings {
  const readerGone = new Set<() => void>()
  // HW-SYS-13: a reader that goes away, such as `head`, is no fault. Without anybody to stop, there is nothing left to do.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (readerGone.size === 0) process.exit(EXIT.done)
    for (const listener of readerGone) listener()
  })
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    out: outletOf(process.stdout),
    err: outletOf(process.stderr),
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    words: process.argv.slice(2),
    onSignal,
    onReaderGone(listener) {
      readerGone.add(listener)
      return () => readerGone.delete(listener)
    },
  }
}

/**
 * A stream of the process as an outlet.
 *
 * @example
 * const live = startLiveStatus({ outlet: outletOf(process.stderr), crawler, hosts: () => store.hosts(20) })
 */
export function outletOf(stream: NodeJS.WriteStream): Outlet {
  return {
    write: (text) => void stream.write(text),
    writeAll: (text) => new Promise((resolve) => stream.write(text, () => resolve())),
    isTty: stream.isTTY,
    columns: () => stream.columns || 80,
    paint: paintFor(stream, process.env),
  }
}

/** HW-SYS-01 and 02: the first signal is told, the second ends the process at once. What the store holds is consistent at any instant. */
function onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void {
  let told = false
  const onEither = (signal: NodeJS.Signals): void => {
    const name = signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
    if (told) process.exit(EXIT[name])
    told = true
    listener(name)
  }
  process.on('SIGINT', onEither)
  process.on('SIGTERM', onEither)
  return () => {
    process.off('SIGINT', onEither)
    process.off('SIGTERM', onEither)
  }
}
