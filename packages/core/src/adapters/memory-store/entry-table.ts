// The entries of the memory store: one record of bytes and a few columns each, no object. What most entries have in common
// (a URL that begins with the origin of its lane, no data, priority 0, a key that is the URL) costs one bit.
import { Column, fingerprint, FingerprintSet, KINDS, kindCode } from '../../store/index.ts'
import type { FingerprintSeed } from '../../store/index.ts'
import type { EntryData, NewEntry } from '../../ports/store.ts'
import { ByteArena } from './byte-arena.ts'

const KIND = 0b11
const WIDE = 1 << 2
const OWN_KEY = 1 << 3
const PRIORITY = 1 << 4
const DATA = 1 << 5
const FOREIGN_VIA = 1 << 6
const UNDER_ORIGIN = 1 << 7

/** An entry read back from its record. */
export interface StoredEntry {
  readonly key: string
  readonly kind: NewEntry['kind']
  readonly url: string
  readonly depth: number
  readonly via: string | undefined
  readonly priority: number
  readonly data: EntryData | undefined
}

/** Ids count from 1 in the order of adding. */
export class EntryTable {
  /** Code of the state (`stateCode`). */
  readonly state: Column = new Column(1)
  /** Id of the lane, plus one. */
  readonly #lane: Column = new Column(4)
  /** The next entry in the same queue; belongs to `FifoBacklog`. */
  readonly next: Column = new Column(4)
  /** Attempts so far. */
  readonly attempts: Column = new Column(2)
  readonly #record: Column = new Column(4)
  readonly #via: Column = new Column(4)
  readonly #details: Column = new Column(4)
  readonly #arena: ByteArena = new ByteArena()
  readonly #ids: FingerprintSet = new FingerprintSet({ values: true })
  readonly #seed: FingerprintSeed
  readonly #print: Uint32Array = new Uint32Array(4)
  /** Of the key whose id was claimed last: the bitwise or of its code units. */
  #units = 0
  #size = 0
  readonly #originOf: (lane: number) => string
  #lastVia: { readonly via: string; readonly id: number } | undefined

  /** @param originOf gives the origin of a lane, which the URLs of its entries begin with */
  constructor(seed: FingerprintSeed, originOf: (lane: number) => string) {
    this.#seed = seed
    this.#originOf = originOf
  }

  /** How many entries there are; also the highest id. */
  get size(): number {
    return this.#size
  }

  has(key: string): boolean {
    fingerprint(key, this.#seed, this.#print)
    return this.#ids.has(this.#print[0] as number, this.#print[1] as number)
  }

  /** Id of the entry with that key; 0 if there is none. */
  idOf(key: string): number {
    fingerprint(key, this.#seed, this.#print)
    return this.#ids.get(this.#print[0] as number, this.#print[1] as number) ?? 0
  }

  /** The id of a new entry, which {@link EntryTable.write} has to follow; 0 if the key is known. */
  claimId(key: string): number {
    this.#units = fingerprint(key, this.#seed, this.#print)
    const id = this.#size + 1
    if (!this.#ids.add(this.#print[0] as number, this.#print[1] as number, id)) return 0
    this.#size = id
    return id
  }

  /** Writes the entry whose id was given last, or writes one anew whose key was asked for last. `lane` is its lane and that lane's origin; refused entries have none. */
  write(
    id: number,
    entry: NewEntry,
    lane: { readonly id: number; readonly origin: string } | undefined,
  ): void {
    const known = entry.via === undefined ? 0 : this.#viaId(entry.via)
    const viaId = known === id ? 0 : known
    this.#via.set(id, viaId)
    if (lane !== undefined) this.#lane.set(id, lane.id + 1)
    this.#record.set(id, this.#append(entry, viaId, lane?.origin))
  }

  /** Id of the lane of an entry; -1 if it has none. */
  laneOf(id: number): number {
    return this.#lane.get(id) - 1
  }

  read(id: number): StoredEntry {
    const arena = this.#arena
    arena.seek(this.#record.get(id))
    const flags = arena.readByte()
    const depth = arena.readCount()
    const text = (): string => arena.readText((flags & WIDE) !== 0)
    const kind = KINDS[flags & KIND] as NewEntry['kind']
    const rest = text()
    const url = flags & UNDER_ORIGIN ? this.#originOf(this.laneOf(id)) + rest : rest
    const priority = flags & PRIORITY ? arena.readNumber() : 0
    const key = flags & OWN_KEY ? text() : usualKey(kind, url)
    const data = flags & DATA ? (JSON.parse(text()) as EntryData) : undefined
    const viaId = this.#via.get(id)
    const via = flags & FOREIGN_VIA ? text() : viaId === 0 ? undefined : this.read(viaId).url
    return { key, kind, url, depth, via, priority, data }
  }

  kindOf(id: number): number {
    this.#arena.seek(this.#record.get(id))
    return this.#arena.readByte() & KIND
  }

  depthOf(id: number): number {
    this.#arena.seek(this.#record.get(id))
    this.#arena.readByte()
    return this.#arena.readCount()
  }

  urlOf(id: number): string {
    return this.read(id).url
  }

  /** Keeps the details of an entry, as JSON. */
  setDetails(id: number, json: string): void {
    const address = this.#arena.begin(2 * json.length + 11)
    const wide = isWide(json)
    this.#arena.byte(wide ? WIDE : 0)
    this.#arena.text(json, wide)
    this.#details.set(id, address)
  }

  forgetDetails(id: number): void {
    this.#details.set(id, 0)
  }

  details(id: number): Readonly<Record<string, unknown>> | undefined {
    const address = this.#details.get(id)
    if (address === 0) return undefined
    this.#arena.seek(address)
    const json = this.#arena.readText((this.#arena.readByte() & WIDE) !== 0)
    return JSON.parse(json) as Record<string, unknown>
  }

  /** The page an entry was found on is nearly always an entry itself, and the same one as for the link before. */
  #viaId(via: string): number {
    if (this.#lastVia?.via === via) return this.#lastVia.id
    const found = this.#ids.get(...this.#printOf(via)) ?? 0
    // The highest id is the entry that is being written.
    const id = found !== 0 && found < this.#size && this.read(found).url === via ? found : 0
    this.#lastVia = { via, id }
    return id
  }

  #printOf(text: string): [number, number] {
    const print = new Uint32Array(4)
    fingerprint(text, this.#seed, print)
    return [print[0] as number, print[1] as number]
  }

  #append(entry: NewEntry, viaId: number, origin: string | undefined): number {
    const arena = this.#arena
    const { kind, url, key, priority, depth } = entry
    const underOrigin = origin !== undefined && url.startsWith(origin)
    const rest = underOrigin ? url.slice(origin.length) : url
    const ownKey = kind === 'page' ? key !== url : key !== usualKey(kind, url)
    const data = entry.data === undefined ? undefined : JSON.stringify(entry.data)
    const via = viaId === 0 ? entry.via : undefined
    const wide =
      this.#units > 0xff ||
      (ownKey && isWide(url)) ||
      (data !== undefined && isWide(data)) ||
      (via !== undefined && isWide(via))
    const units = rest.length + (ownKey ? key.length : 0) + (data?.length ?? 0) + (via?.length ?? 0)
    const address = arena.begin(units * (wide ? 2 : 1) + 64)
    arena.byte(
      kindCode(kind) |
        (wide ? WIDE : 0) |
        (ownKey ? OWN_KEY : 0) |
        (priority === 0 ? 0 : PRIORITY) |
        (data === undefined ? 0 : DATA) |
        (via === undefined ? 0 : FOREIGN_VIA) |
        (underOrigin ? UNDER_ORIGIN : 0),
    )
    arena.count(depth)
    arena.text(rest, wide)
    if (priority !== 0) arena.number(priority)
    if (ownKey) arena.text(key, wide)
    if (data !== undefined) arena.text(data, wide)
    if (via !== undefined) arena.text(via, wide)
    return address
  }
}

/** The key that an entry of this kind has unless somebody chose another. */
function usualKey(kind: NewEntry['kind'], url: string): string {
  return kind === 'page' ? url : `${kind} ${url}`
}

function isWide(text: string): boolean {
  return /[^\0-\u00ff]/.test(text)
}
