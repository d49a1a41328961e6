// What the codes of notes mean, in sentences, and a way out of each.

import type { RobotsNoteCode } from './file-notes.ts'

/** What a note is about. */
export interface NoteMeaning {
  /** How much it matters: `error`: the line is not read as written. `none`: nothing is wrong. */
  readonly severity: 'error' | 'warning' | 'info' | 'none'
  readonly message: string
  readonly fix: string
}

const UTF8 = 'Save the file as UTF-8 without byte order marks.'
const WHOLE_SECONDS = 'Write a whole number of seconds from 1 to 30.'

const MEANINGS: Readonly<
  Record<RobotsNoteCode, readonly [NoteMeaning['severity'], string, string]>
> = {
  'absolute-url-as-pattern': [
    'error',
    'A pattern is a path; a whole URL matches nothing.',
    'Write the path only, beginning with "/".',
  ],
  'agent-names-nobody': [
    'error',
    'The value does not begin with a product token, so the line names nobody.',
    'Write one product token of letters, "_" and "-", or "*".',
  ],
  'agent-text-ignored': [
    'warning',
    'What follows the product token is ignored.',
    'Write the product token alone, one a line.',
  ],
  'broken-escape': [
    'warning',
    'A "%" without two hexadecimal digits behind it is compared as it stands.',
    'Write "%25" for a percent sign.',
  ],
  'byte-order-mark': ['none', 'A byte order mark, or the beginning of one, is skipped.', UTF8],
  'byte-order-mark-inside': [
    'error',
    'A byte order mark inside the file is not skipped; it spoils its line.',
    UTF8,
  ],
  'clean-param-malformed': [
    'warning',
    'The Clean-param names no parameter or is longer than 500 characters, and is ignored.',
    'Write "Clean-param: name&name /path".',
  ],
  'control-character': [
    'warning',
    'A control character stands in the line and is compared as it is.',
    'Remove the character, or write it percent-encoded.',
  ],
  'crawl-delay-invalid': [
    'error',
    'The Crawl-delay is not a positive number of seconds and is ignored.',
    WHOLE_SECONDS,
  ],
  'crawl-delay-not-integer': [
    'info',
    'Bing takes whole seconds only; here the Crawl-delay is kept as written.',
    WHOLE_SECONDS,
  ],
  'crawl-delay-out-of-range': [
    'info',
    'Bing takes 1 to 30 seconds only; here the Crawl-delay is kept as written.',
    WHOLE_SECONDS,
  ],
  'html-instead-of-robots': [
    'error',
    'This looks like a web page; only lines that happen to be directives count.',
    'Let the server answer /robots.txt with the file, or with 404 if there is none.',
  ],
  'line-too-long': [
    'error',
    'Only the first 16,663 octets of the line are read.',
    'Split the rule or shorten it.',
  ],
  'malformed-line': [
    'warning',
    'The line is neither a directive nor a comment and is ignored.',
    'Begin a comment with "#", or write "field: value".',
  ],
  'missing-colon': [
    'warning',
    'The colon after the field is missing; some readers ignore the line.',
    'Write a colon after the field.',
  ],
  'not-utf8': [
    'warning',
    'The line is not UTF-8; its octets are compared as they are.',
    'Save the file as UTF-8, or write such characters percent-encoded.',
  ],
  nul: ['error', 'The line ends for the reader at its NUL.', UTF8],
  'path-without-slash': [
    'error',
    'A pattern that begins with neither "/" nor "*" matches nothing.',
    'Begin the pattern with "/" or "*".',
  ],
  'raw-character-in-pattern': [
    'warning',
    'The pattern holds a character that URLs carry percent-encoded.',
    'Write the character percent-encoded.',
  ],
  'rule-outside-group': [
    'error',
    'The line stands before any User-agent line and counts for nobody.',
    'Put a User-agent line above it.',
  ],
  'second-byte-order-mark': ['error', 'A second byte order mark spoils the first line.', UTF8],
  'sitemap-not-absolute': [
    'error',
    'A sitemap needs its whole address, scheme and host included.',
    'Write it as https://example.com/sitemap.xml.',
  ],
  'too-large': [
    'error',
    'The file is larger than what is read.',
    'Shorten the file: Google reads 500 KiB, this reader 512.',
  ],
  'typo-tolerated': [
    'warning',
    'The field is misspelt; it is read as what is meant, but not by every reader.',
    'Correct the spelling.',
  ],
  'unknown-directive': [
    'info',
    'The field is not known here and is ignored.',
    'Remove the line if no crawler that you care about reads it.',
  ],
  'unsupported-directive': [
    'none',
    'The field has no effect on what may be fetched.',
    'Remove the line if no crawler that you care about reads it.',
  ],
  utf16: [
    'error',
    'This looks like UTF-16; the file must be UTF-8, so nothing in it can be read.',
    UTF8,
  ],
}

/**
 * A note's code as a sentence, with a way out.
 *
 * @example
 * noteMeaning('missing-colon').fix // 'Write a colon after the field.'
 */
export function noteMeaning(code: RobotsNoteCode): NoteMeaning {
  const [severity, message, fix] = MEANINGS[code]
  return { severity, message, fix }
}
