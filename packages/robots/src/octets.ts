// A file is read as octets, because that is how rules and URLs are compared (RFC 9309 §2.2.2). An octet string holds one
// character of code 0 to 255 per byte of the file, so that positions in it are byte offsets and string methods stay usable.

import { RobotsError, show } from './robots-error.ts'

const CHUNK = 8192
const NON_ASCII = /[\u0080-\uFFFF]/

/** @throws RobotsError CURTSY_INPUT if `input` is neither a string nor bytes */
export function octetsOf(input: string | Uint8Array): string {
  if (typeof input === 'string') {
    return NON_ASCII.test(input) ? fromBytes(new TextEncoder().encode(input)) : input
  }
  if (ArrayBuffer.isView(input)) {
    return fromBytes(new Uint8Array(input.buffer, input.byteOffset, input.byteLength))
  }
  throw new RobotsError(
    'CURTSY_INPUT',
    `Expected the file as a string or a Uint8Array, got ${show(input)}.`,
  )
}

function fromBytes(bytes: Uint8Array): string {
  let octets = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    octets += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  }
  return octets
}

/** The text that UTF-8 octets stand for. What is not UTF-8 becomes U+FFFD, so this is for people, never for comparing. */
export function textOf(octets: string): string {
  return NON_ASCII.test(octets)
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(octets))
    : octets
}

export function isUtf8(octets: string): boolean {
  return octetsOf(textOf(octets)) === octets
}

export function bytesOf(octets: string): Uint8Array {
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0))
}
