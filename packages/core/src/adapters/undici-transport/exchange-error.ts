import type { TransportFailure } from '../../ports/transport.ts'

/** A failure on its way through undici, which passes errors only. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly failure: TransportFailure

  constructor(failure: TransportFailure) {
    super(failure.message)
    this.failure = failure
  }
}
