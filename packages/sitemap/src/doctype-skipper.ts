/** Passes over a DOCTYPE: its internal subset may hold `>` and `]` in quotes, comments and processing instructions. XML 1.0 §2.8. */
export class DoctypeSkipper {
  #state: 'outside' | 'subset' | 'declaration' = 'outside'
  #until = ''

  /** Goes on from `at`; `done` when the closing `>` was passed. */
  skip(buffer: string, from: number): { at: number; done: boolean } {
    let at = from
    for (;;) {
      if (this.#until !== '') {
        const end = buffer.indexOf(this.#until, at)
        if (end < 0)
          return { at: Math.max(at, buffer.length - this.#until.length + 1), done: false }
        at = end + this.#until.length
        this.#until = ''
      }
      NOTABLE.lastIndex = at
      const match = NOTABLE.exec(buffer)
      if (match === null) return { at: buffer.length, done: false }
      const [token] = match
      if (
        token.startsWith('<') &&
        token.length < 4 &&
        token !== '<?' &&
        buffer.length - match.index < 4
      ) {
        return { at: match.index, done: false }
      }
      at = match.index + token.length
      if (this.#take(token)) return { at, done: true }
    }
  }

  #take(token: string): boolean {
    if (token === '<!--') this.#until = '-->'
    else if (token === '<?') this.#until = '?>'
    else if (token === '<!') this.#state = this.#state === 'subset' ? 'declaration' : this.#state
    else if (token === '[') this.#state = this.#state === 'outside' ? 'subset' : this.#state
    else if (token === ']') this.#state = this.#state === 'subset' ? 'outside' : this.#state
    else if (token === '>') {
      if (this.#state === 'outside') return true
      this.#state = 'subset'
    } else if (this.#state !== 'subset' && token !== '<') this.#until = token
    return false
  }
}

const NOTABLE = /["'[\]>]|<!--|<\?|<!|</g
