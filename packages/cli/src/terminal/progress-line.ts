import type { Outlet } from '../surroundings.ts'
import { cut } from './columns.ts'

/** One line on a terminal that is written over and over; nothing at all elsewhere. */
export class ProgressLine {
  readonly #outlet: Outlet
  readonly #shown: boolean
  #drawn = false

  /** @param shown false where there is nobody to show it to, or nothing to wait for */
  constructor(outlet: Outlet, shown = true) {
    this.#outlet = outlet
    this.#shown = shown && outlet.isTty
  }

  say(text: string): void {
    if (!this.#shown) return
    this.#outlet.write(`\r\u001b[K${cut(text, this.#outlet.columns() - 1)}`)
    this.#drawn = true
  }

  clear(): void {
    if (this.#drawn) this.#outlet.write('\r\u001b[K')
    this.#drawn = false
  }
}
