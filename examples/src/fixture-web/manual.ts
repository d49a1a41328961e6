// manual.demo: a manual as tools write it, and a site without a robots.txt.
//
// robots.txt answers 404, which means: no rules. A polite crawl on default options delivers every chapter, the appendix, the page in
// Latin-1 (its title must come out as `Größen und Maße`) and the big page. Relative links climb with `..`, repeat `./` and carry
// fragments: each names a page that is known already, and none may be fetched twice.
//   /files/diagram.png        a picture is refused on its content type, after the headers
//   /files/manual.pdf         is delivered as bytes, without links and without `page.$`
//   ftp://manual.demo/…       no request: blocked-scheme
import { delivered, failed, refused } from './expectation.ts'
import type { Expectation } from './expectation.ts'
import { htmlPage, link, list } from './html.ts'
import type { Site, SiteAnswer, SiteRequest } from './site.ts'

const CHAPTERS = [1, 2, 3, 4, 5, 6, 7, 8] as const
const TERMS = 1_500

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

export function manual(): Site {
  const pages: Readonly<Record<string, () => SiteAnswer>> = {
    '/': () => html('Demo manual', list([link('manual/', 'Read the manual')])),
    '/manual/': contents,
    '/manual/sizes.html': latin1Page,
    '/manual/reference.html': referencePage,
    '/manual/appendix/a.html': () => appendixPage('A', 'b.html'),
    '/manual/appendix/b.html': () => appendixPage('B', './a.html'),
    '/files/diagram.png': () => file('image/png', Buffer.from(PNG, 'base64')),
    '/files/manual.pdf': () => file('application/pdf', Buffer.from(PDF)),
  }

  function respond({ path }: SiteRequest): SiteAnswer {
    const chapter = CHAPTERS.find((number) => path === chapterPath(number))
    if (chapter !== undefined) return chapterPage(chapter)
    return pages[path]?.() ?? { status: 404, body: 'No such page.' }
  }

  return { name: 'manual.demo', seedPath: '/', respond, expected: expectedOf() }
}

function html(title: string, main: string): SiteAnswer {
  return { status: 200, body: htmlPage({ title, main }) }
}

function file(contentType: string, body: Uint8Array): SiteAnswer {
  return { status: 200, headers: { 'content-type': contentType }, body }
}

function chapterFile(number: number): string {
  return `ch${String(number).padStart(2, '0')}.html`
}

function chapterPath(number: number): string {
  return `/manual/${chapterFile(number)}`
}

function contents(): SiteAnswer {
  const chapters = CHAPTERS.map((number) => link(chapterFile(number), `Chapter ${number}`))
  const others = [
    link('./sizes.html', 'Sizes'),
    link('reference.html#term-7', 'Term 7'),
    link('appendix/a.html', 'Appendix A'),
    link('../files/manual.pdf', 'As PDF'),
    '<a href="/files/diagram.png"><img src="/files/diagram.png" alt="Diagram"></a>',
    link('ftp://manual.demo/manual.zip', 'As an archive'),
  ]
  return html('Contents', list([...chapters, ...others]))
}

/** Links its neighbours, itself by fragments, and the contents by a detour. */
function chapterPage(number: number): SiteAnswer {
  const links = [link('#section-2', 'Section 2'), link('./../manual/./', 'Contents')]
  if (number > 1) links.push(link(`../manual/${chapterFile(number - 1)}`, 'Previous', 'prev'))
  if (number < CHAPTERS.length)
    links.push(link(`${chapterFile(number + 1)}#section-1`, 'Next', 'next'))
  return html(`Chapter ${number}`, list(links))
}

function appendixPage(letter: string, other: string): SiteAnswer {
  return html(
    `Appendix ${letter}`,
    list([link('../ch01.html', 'Chapter 1'), link(other, 'The other one')]),
  )
}

/** Sent in ISO 8859-1, as the header says; read as UTF-8 the title is broken. */
function latin1Page(): SiteAnswer {
  const text = htmlPage({ title: 'Größen und Maße', main: link('../manual/', 'Zurück') })
  const headers = { 'content-type': 'text/html; charset=iso-8859-1' }
  return { status: 200, headers, body: Buffer.from(text, 'latin1') }
}

/** A few hundred kilobytes with three thousand links, all of them to places on the page itself. */
function referencePage(): SiteAnswer {
  const terms = Array.from({ length: TERMS }, (_, index) => {
    const next = link(`#term-${(index + 1) % TERMS}`, 'next')
    const same = link(`reference.html#term-${index}`, `Term ${index}`)
    return `<p id="term-${index}">${same}: ${'what there is to say about it, '.repeat(5)}${next}</p>`
  })
  return html('Reference', terms.join('\n'))
}

function expectedOf(): Record<string, Expectation> {
  const expected: Record<string, Expectation> = {
    '/': delivered('the seed; without a robots.txt there are no rules', { title: 'Demo manual' }),
    '/manual/': delivered('the contents'),
    '/manual/sizes.html': delivered('in Latin-1', { title: 'Größen und Maße' }),
    '/manual/reference.html': delivered('big, but under every limit', { title: 'Reference' }),
    '/manual/appendix/a.html': delivered('one folder deeper'),
    '/manual/appendix/b.html': delivered('a sibling of appendix A'),
    '/files/diagram.png': failed('content-type-refused', 'a picture'),
    '/files/manual.pdf': delivered('no HTML, but a document: its bytes are handed out'),
    'ftp://manual.demo/manual.zip': refused('blocked-scheme', 'only http and https are crawled'),
  }
  for (const number of CHAPTERS) {
    expected[chapterPath(number)] = delivered('a chapter', { title: `Chapter ${number}` })
  }
  return expected
}
