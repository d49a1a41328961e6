// `--out`: what the store has committed goes to a file, each record once, also over Ctrl-C and kill -9. How far the file has come is
// remembered in the store; what was written after that is cut off at the next start and written again.
import type { Store } from '@curtsy/core'
import { safeJson } from '../terminal/visible.ts'
import { CsvColumns, csvRow } from './csv.ts'
import { storedRecord } from './page-line.ts'
import type { RecordFile } from './record-file.ts'

/** What an export needs of a store. */
export type RecordSource = Pick<Store, 'records' | 'getMeta' | 'setMeta'>

export interface ExportOptions {
  readonly format: 'jsonl' | 'csv'
  /** Names the file among several exports of one store: its absolute path, or `-`. */
  readonly name: string
  /** Whether code of the user's own may push records. Then page lines wait for the end, since there may be something better. */
  readonly mayPush: boolean
  /** Leave cells as they are, also where a spreadsheet would take them for formulas. */
  readonly csvRaw: boolean
}

/** Which records go into the file: those that handlers pushed, or, where a crawl pushes none, a line a page. */
type Mode = 'undecided' | 'pages' | 'pushed'

interface Progress {
  readonly commit: number
  readonly bytes: number
  readonly lines: number
  readonly mode: Mode
}

const START: Progress = { commit: 0, bytes: 0, lines: 0, mode: 'undecided' }
const BATCH_CHARACTERS = 262_144

export class RecordExport {
  readonly #source: RecordSource
  readonly #file: RecordFile
  readonly #options: ExportOptions
  #progress: Progress = START
  /** How far records have been looked through for pushed ones, while undecided. */
  #looked = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(source: RecordSource, file: RecordFile, options: ExportOptions) {
    this.#source = source
    this.#file = file
    this.#options = options
  }

  /** Records in the file so far. */
  get lines(): number {
    return this.#progress.lines
  }

  /** Whether a line a page may still be what goes into the file. */
  get wantsPages(): boolean {
    return this.#progress.mode !== 'pushed'
  }

  /** Finds out how far an earlier run came. Called once, when the store is open. */
  async begin(): Promise<void> {
    const stored =
      this.#options.format === 'csv' ? undefined : await this.#source.getMeta(this.#key)
    const progress = stored === undefined ? START : (JSON.parse(stored) as Progress)
    this.#progress = (await this.#file.resume(progress.bytes)) ? progress : START
  }

  /** Writes what has been committed since the last time. Calls follow each other. */
  drain(): Promise<void> {
    const turn = this.#turn.then(() =>
      this.#options.format === 'csv' ? this.#look() : this.#drainLines(false),
    )
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Writes the rest. After a crawl that pushed nothing, that is a line a page. */
  async finish(): Promise<void> {
    await this.#turn
    if (this.#options.format === 'csv') await this.#writeCsv()
    else await this.#drainLines(true)
    await this.#file.close()
  }

  get #key(): string {
    return `export:${this.#options.name}`
  }

  async #drainLines(last: boolean): Promise<void> {
    await this.#decide(last)
    const { mode } = this.#progress
    if (mode === 'undecided') return
    let { commit, lines, bytes } = this.#progress
    let text = ''
    const before = commit
    for await (const record of this.#source.records(commit)) {
      // A batch ends between commits, so that a restart finds whole ones.
      if (text.length >= BATCH_CHARACTERS && record.commit !== commit) {
        bytes += await this.#append(text)
        text = ''
        await this.#remember({ commit, bytes, lines, mode })
      }
      commit = record.commit
      const { kind, json } = storedRecord(record.json)
      if ((kind === 'page') !== (mode === 'pages')) continue
      text += `${safeJson(json)}\n`
      lines++
    }
    bytes += await this.#append(text)
    if (commit !== before) await this.#remember({ commit, bytes, lines, mode })
  }

  /** Settles what the file is made of. Pushed records win, also where page lines have been written in an earlier run. */
  async #decide(last: boolean): Promise<void> {
    await this.#look()
    if (this.#progress.mode !== 'undecided') return
    if (last || !this.#options.mayPush) this.#progress = { ...this.#progress, mode: 'pages' }
  }

  async #look(): Promise<void> {
    if (this.#progress.mode === 'pushed' || !this.#options.mayPush) return
    for await (const record of this.#source.records(this.#looked)) {
      this.#looked = record.commit
      if (storedRecord(record.json).kind === 'page') continue
      await this.#file.resume(0)
      await this.#remember({ ...START, mode: 'pushed' })
      return
    }
  }

  async #append(text: string): Promise<number> {
    if (text === '') return 0
    await this.#file.append(text)
    return Buffer.byteLength(text)
  }

  async #remember(progress: Progress): Promise<void> {
    this.#progress = progress
    if (this.#options.format === 'jsonl')
      await this.#source.setMeta(this.#key, JSON.stringify(progress))
  }

  /** Columns are known only at the end: one pass collects them, the next writes the rows. */
  async #writeCsv(): Promise<void> {
    await this.#decide(true)
    const columns = new CsvColumns()
    for await (const record of this.#chosen()) columns.add(record)
    await this.#file.resume(0)
    const { csvRaw: raw } = this.#options
    let text = columns.names.length === 0 ? '' : csvRow(columns.names, { raw })
    let lines = 0
    for await (const record of this.#chosen()) {
      text += csvRow(columns.cells(record), { raw })
      lines++
      if (text.length < BATCH_CHARACTERS) continue
      await this.#append(text)
      text = ''
    }
    await this.#append(text)
    this.#progress = { ...this.#progress, lines }
  }

  async *#chosen(): AsyncGenerator {
    for await (const record of this.#source.records(0)) {
      const { kind, json } = storedRecord(record.json)
      if ((kind === 'page') === (this.#progress.mode === 'pages')) yield JSON.parse(json)
    }
  }
}
