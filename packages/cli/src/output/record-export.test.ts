import { beforeEach, describe, expect, test } from 'vitest'
import { RecordExport } from './record-export.ts'
import type { ExportOptions, RecordSource } from './record-export.ts'
import type { RecordFile } from './record-file.ts'

const OPTIONS: ExportOptions = { format: 'jsonl', name: '/out.jsonl', mayPush: true, csvRaw: false }

/** A store's records and meta, and a file that is a string. */
class Fake implements RecordSource {
  readonly meta = new Map<string, string>()
  readonly stored: { commit: number; json: string }[] = []
  text = ''
  readonly file: RecordFile = {
    resume: async (bytes) => {
      const good = bytes === 0 || (this.text.length >= bytes && this.text[bytes - 1] === '\n')
      this.text = this.text.slice(0, good ? bytes : 0)
      return good
    },
    append: async (text) => {
      this.text += text
    },
    close: async () => undefined,
  }

  commit(...records: readonly string[]): void {
    const commit = (this.stored.at(-1)?.commit ?? 0) + 1
    for (const json of records) this.stored.push({ commit, json })
  }
  async *records(after = 0): AsyncGenerator<{ commit: number; json: string }> {
    for (const record of this.stored) if (record.commit > after) yield record
  }
  getMeta(name: string): Promise<string | undefined> {
    return Promise.resolve(this.meta.get(name))
  }
  setMeta(name: string, value: string): Promise<void> {
    this.meta.set(name, value)
    return Promise.resolve()
  }

  async begun(options: Partial<ExportOptions> = {}): Promise<RecordExport> {
    const one = new RecordExport(this, this.file, { ...OPTIONS, ...options })
    await one.begin()
    return one
  }
}

function page(n: number): string {
  return `{"curtsy:page":{"url":"p${n}"}}`
}

let fake: Fake
beforeEach(() => {
  fake = new Fake()
})

describe('what goes into the file', () => {
  test('a line a page, as they come, where no code of the user runs', async () => {
    const out = await fake.begun({ mayPush: false })
    fake.commit(page(1))
    await out.drain()
    expect(fake.text).toBe('{"url":"p1"}\n')
    fake.commit(page(2))
    await out.finish()
    expect([fake.text, out.lines]).toEqual(['{"url":"p1"}\n{"url":"p2"}\n', 2])
  })

  test('pushed records as they come, and no page lines beside them', async () => {
    const out = await fake.begun()
    fake.commit('{"price":1}', page(1))
    await out.drain()
    expect([fake.text, out.wantsPages]).toEqual(['{"price":1}\n', false])
    fake.commit('{"price":2}')
    await out.finish()
    expect(fake.text).toBe('{"price":1}\n{"price":2}\n')
  })

  test('page lines wait for the end where records may still be pushed', async () => {
    const out = await fake.begun()
    fake.commit(page(1))
    await out.drain()
    expect(fake.text).toBe('')
    await out.finish()
    expect(fake.text).toBe('{"url":"p1"}\n')
  })

  test('pushed records replace the page lines of an earlier run', async () => {
    fake.commit(page(1))
    await (await fake.begun()).finish()
    expect(fake.text).toBe('{"url":"p1"}\n')
    const out = await fake.begun()
    fake.commit('{"price":1}', page(2))
    await out.finish()
    expect(fake.text).toBe('{"price":1}\n')
  })
})

describe('a run that goes on', () => {
  test('writes only what is new', async () => {
    fake.commit('{"a":1}')
    await (await fake.begun()).finish()
    fake.commit('{"a":2}')
    await (await fake.begun()).finish()
    expect(fake.text).toBe('{"a":1}\n{"a":2}\n')
  })

  test('cuts off what was written but not remembered: nothing is torn, nothing is there twice', async () => {
    fake.commit('{"a":1}')
    await (await fake.begun()).drain()
    fake.text += '{"a":2}\n{"a":'
    fake.commit('{"a":2}')
    await (await fake.begun()).finish()
    expect(fake.text).toBe('{"a":1}\n{"a":2}\n')
  })

  test('writes everything again where the file is gone or is another one', async () => {
    fake.commit('{"a":1}')
    await (await fake.begun()).finish()
    fake.text = 'x'
    await (await fake.begun()).finish()
    expect(fake.text).toBe('{"a":1}\n')
  })
})

describe('CSV', () => {
  test('has every column in its first row, and is written anew each time', async () => {
    fake.commit('{"a":1,"b":"=x"}', page(1))
    await (await fake.begun({ format: 'csv' })).finish()
    fake.commit('{"c":[2]}')
    await (await fake.begun({ format: 'csv' })).finish()
    expect(fake.text).toBe("a,b,c\r\n1,'=x,\r\n,,[2]\r\n")
  })

  test('is a row a page where nothing is pushed', async () => {
    fake.commit(page(1))
    const out = await fake.begun({ format: 'csv', mayPush: false })
    await out.drain()
    await out.finish()
    expect([fake.text, out.lines]).toEqual(['url\r\np1\r\n', 1])
  })
})

test('HW-OUT-01 what could act on a terminal is escaped, and stays the same value', async () => {
  fake.commit('{"title":"a\u009b2J\u202e"}')
  await (await fake.begun()).finish()
  expect(fake.text).toBe('{"title":"a\\u009b2J\\u202e"}\n')
})
