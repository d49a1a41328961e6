// The plain HTML that all sites are written in.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text made safe for element content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

/** An anchor; `rel` as in `nofollow`. */
export function link(href: string, text: string, rel?: string): string {
  const relation = rel === undefined ? '' : ` rel="${rel}"`
  return `<a href="${escapeHtml(href)}"${relation}>${escapeHtml(text)}</a>`
}

/** A list of ready-made items. */
export function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `  <li>${item}</li>`).join('\n')}\n</ul>`
}

/** The parts of a page. All but `title` are HTML already. */
export interface PageParts {
  readonly title: string
  readonly main: string
  readonly head?: string
  readonly nav?: string
  readonly footer?: string
}

/** A whole document. */
export function htmlPage({ title, main, head = '', nav = '', footer = '' }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
<nav>${nav}</nav>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
<footer>${footer}</footer>
</body>
</html>
`
}
