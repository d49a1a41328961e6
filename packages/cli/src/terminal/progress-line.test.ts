import { expect, test } from 'vitest'
import { PLAIN } from './paint.ts'
import { ProgressLine } from './progress-line.ts'

function outlet(isTty: boolean, said: string[]): ConstructorParameters<typeof ProgressLine>[0] {
  return {
    write: (text) => void said.push(text),
    writeAll: async () => undefined,
    isTty,
    columns: () => 10,
    paint: PLAIN,
  }
}

test('on a terminal it is written over, cut to the width, and gone at the end', () => {
  const said: string[] = []
  const line = new ProgressLine(outlet(true, said))
  line.clear()
  line.say('1,000 entries')
  line.clear()
  line.clear()
  expect(said).toEqual(['\r\u001b[K1,000 en…', '\r\u001b[K'])
})

test.each([
  [false, true],
  [true, false],
])('elsewhere there is none (terminal %s, wanted %s)', (isTty, wanted) => {
  const said: string[] = []
  const line = new ProgressLine(outlet(isTty, said), wanted)
  line.say('1')
  line.clear()
  expect(said).toEqual([])
})
