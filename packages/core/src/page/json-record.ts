// Records of `page.push`: checked and turned to text at once, so that a later change of the object changes nothing.
import { CurtsyError } from '../curtsy-error.ts'

/** How deep a record may be nested. */
const MAX_DEPTH = 100

/**
 * Gives the JSON text of a record.
 *
 * Everything that JSON would drop or change in silence is an error: functions, symbols, bigints, NaN and infinities, Map, Set
 * and other class instances, cycles, `undefined` in arrays. Objects with a `toJSON` (Date, URL) are what it gives. Properties
 * that are `undefined` are left out, as JSON does: optional fields are common.
 *
 * @throws CurtsyError CURTSY_OPTION with the path of the bad value: `record.items[2].price is NaN`
 */
export function recordText(record: unknown, url: string): string {
  check(record, 'record', [], url)
  return JSON.stringify(record)
}

function check(value: unknown, path: string, parents: readonly object[], url: string): void {
  const refuse = (what: string): never => {
    throw new CurtsyError(
      'CURTSY_OPTION',
      `Expected page.push to get what JSON can hold, but ${path} is ${what} (on ${url}).`,
      { path, url },
    )
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(String(value))
    return
  }
  if (typeof value !== 'object')
    return refuse(value === undefined ? 'undefined' : `a ${typeof value}`)
  if (parents.includes(value)) return refuse('a cycle')
  if (parents.length >= MAX_DEPTH) return refuse(`nested deeper than ${MAX_DEPTH} levels`)
  const inside = [...parents, value]

  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const plain: unknown = value.toJSON('')
    if (value instanceof Date && plain === null) return refuse('an invalid Date')
    return check(plain, path, inside, url)
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) check(value[at], `${path}[${at}]`, inside, url)
    return
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) {
    const { name } = value.constructor
    return refuse(`an instance of ${name === '' ? 'a class' : name}`)
  }
  for (const [name, property] of Object.entries(value)) {
    if (property === undefined) continue
    const step = /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
    check(property, path + step, inside, url)
  }
}
