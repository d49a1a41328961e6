// How the further cases write documents: short, and each with one thing that is special about it.
import { gzipSync } from 'node:zlib'
import type { ParseSitemapOptions } from '@curtsy/sitemap'

/**
 * A case: its name, what must come out, the body, and what is said about the body.
 *
 * What comes out is kind, problem codes in alphabetical order, and the entries as JSON, in which `~` stands for the site's origin.
 */
export type Further = readonly [
  name: string,
  outcome: string,
  body: string | Uint8Array,
  about?: Partial<ParseSitemapOptions>,
]

export const ORIGIN = 'https://www.example.com'
export const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const EXTENSIONS = ['image/1.1', 'video/1.1', 'news/0.9']
  .map((name) => `xmlns:${name.slice(0, -4)}="http://www.google.com/schemas/sitemap-${name}"`)
  .join(' ')

/** An ordinary entry, and one more that must not be lost whatever stands before it. */
export const PAGE: string = `<url><loc>${ORIGIN}/a</loc></url>`
export const LAST: string = `<url><loc>${ORIGIN}/ok</loc></url>`

export const GZIPPED = { url: `${ORIGIN}/sitemap.xml.gz`, contentType: 'application/gzip' }
export const TEXT = { url: `${ORIGIN}/sitemap.txt`, contentType: 'text/plain' }

export function urlset(inside: string): string {
  const xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `${DECLARATION}<urlset xmlns="${NAMESPACE}" ${EXTENSIONS} ${xhtml}>${inside}</urlset>`
}

export function urlOf(inside: string): string {
  return urlset(`<url>${inside}</url>`)
}

export function locOf(text: string): string {
  return urlOf(`<loc>${text}</loc>`)
}

export function rss(inside: string, version: string = '2.0'): string {
  return `${DECLARATION}<rss version="${version}"><channel><title>t</title><link>${ORIGIN}/</link>${inside}</channel></rss>`
}

export function atom(inside: string): string {
  return `${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom"><link href="${ORIGIN}/"/>${inside}</feed>`
}

export function gzip(content: string | Uint8Array): Uint8Array {
  return gzipSync(content)
}

export function latin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

export function utf16(
  text: string,
  bigEndian: boolean = false,
  marked: boolean = true,
): Uint8Array {
  const bytes = Buffer.from(`${marked ? '\ufeff' : ''}${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}
