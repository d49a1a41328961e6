// The hand-written scanner against htmlparser2's tokenizer, which is the reference: the same findings, cut by cut.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../domain/limits.ts'
import { createLinkScanner } from './link-scanner.ts'
import type { CreateLinkScanner, PageScan, ScanLimits } from './page-scan.ts'
import { METAS_KEPT } from './page-scan.ts'
import { createReferenceScanner } from './reference-scanner.test-support.ts'

function scanned(
  create: CreateLinkScanner,
  pieces: readonly string[],
  limits: Partial<ScanLimits> = {},
): PageScan {
  const scanner = create({ ...DEFAULT_LIMITS, ...limits }, new Set(METAS_KEPT))
  for (const piece of pieces) scanner.write(piece)
  return scanner.end()
}

const reference = (html: string, limits?: Partial<ScanLimits>): PageScan =>
  scanned(createReferenceScanner, [html], limits)

/** What browsers and tokenizers trip over; each line is one list, split at the bars. */
const PIECES = `
<a href="|<A HREF=|<a |href=|href|HREF = |<area href='|<base href=|<link rel=canonical href=|rel=nofollow|rel="ugc"|</a>|</A >|</a/>
<p>|<li|<div title="|</div>|</div|<svg>|</svg>|<svg/>|<br/>|<br / >|< a|</ a>|</>|</|<|<>|<1>|<html lang=de>|<template>|</template>
<noscript>|</noscript>|<title>|</title>|</TITLE\n>|</title/>|<title/>|</titles>|<script>|</script>|</scr|<script|<style>|</style>|<xmp>|</xmp>
<textarea>|</textarea>|<!--|-->|--|--->|<!-->|<!--->|<!|<!->|<!>|<!DOCTYPE html>|<![CDATA[|<![CD|]]>|]]|]|<?xml|?>|<meta name=robots content=
<meta http-equiv=refresh content="0;url=|<meta charset=|=|>|/>|/|"|'| |\n|\t|\f|&amp;|&notin;|&#x2f;|\0|é|😀|x|a|/path?q=1|longer than thirteen`
const soup = fc
  .array(fc.constantFrom(...PIECES.slice(1).split(/\||\n(?=<)/)), { maxLength: 60 })
  .map((parts) => parts.join(''))

/** A document, and lengths by which it is cut again and again. */
const cutSoup = fc.record({
  html: soup,
  lengths: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
})

function cut(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const end = at + (lengths[turn % lengths.length] ?? 1)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

describe('the scan of generated markup', () => {
  test('equals the reference, wherever the text is cut', () => {
    fc.assert(
      fc.property(cutSoup, ({ html, lengths }) => {
        expect(scanned(createLinkScanner, cut(html, lengths))).toEqual(reference(html))
      }),
      { numRuns: 6_000 },
    )
  })

  test('equals the reference under small limits', () => {
    const limits = fc.record({
      maxDomNodes: fc.integer({ min: 1, max: 12 }),
      maxDomDepth: fc.integer({ min: 1, max: 3 }),
      maxAttributes: fc.integer({ min: 1, max: 3 }),
      maxAttributeBytes: fc.integer({ min: 4, max: 24 }),
      maxLinksPerPage: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(cutSoup, limits, ({ html, lengths }, small) => {
        expect(scanned(createLinkScanner, cut(html, lengths), small)).toEqual(
          reference(html, small),
        )
      }),
      { numRuns: 3_000 },
    )
  })

  test('equals the reference on any text', () => {
    const unit = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...'<>/!-="\' abhrefscript?[]') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 80 }), fc.nat(), (units, seed) => {
        const html = units.join('')
        const pieces = cut(html, [(seed % 7) + 1, (seed % 3) + 1])
        expect(scanned(createLinkScanner, pieces)).toEqual(reference(html))
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('names and values too long to keep', () => {
  test.each([
    ['a name', (long: string) => `<${long}><a href=/y>`],
    ['the name of an end tag', (long: string) => `</${long}><a href=/y>`],
    ['the name of an attribute', (long: string) => `<a ${long} href=/y>`],
    ['a value in quotes', (long: string) => `<a href="${long}" href=/y><a href=/z>`],
    ['a value without quotes', (long: string) => `<p title=${long}><a href=/y>`],
    ['blanks around', (long: string) => `<a href${' '.repeat(long.length)}=/x><a href=/y>`],
  ])('%s: as the reference has it, however the text comes', (_what, make) => {
    for (const length of [65_520, 65_530, 65_531, 65_536, 65_537, 70_000]) {
      const html = make('x'.repeat(length))
      const expected = reference(html)
      for (const lengths of [[16_384], [1_000], [65_536, 7], [html.length]])
        expect(scanned(createLinkScanner, cut(html, lengths))).toEqual(expected)
    }
  })

  test('a value that trickles in is not read anew for each of its characters', () => {
    const scanner = createLinkScanner(DEFAULT_LIMITS, new Set())
    scanner.write('<a href="')
    const from = process.cpuUsage()
    for (let n = 0; n < 60_000; n += 1) scanner.write('x')
    scanner.write('">')
    // Reading it anew each time would take 1,800,000,000 characters.
    expect(process.cpuUsage(from).user).toBeLessThan(1_000_000)
    expect(scanner.end().links[0]?.href).toHaveLength(60_000)
  })
})
