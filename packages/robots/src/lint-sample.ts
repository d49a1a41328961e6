/** A URL that a pattern matches: stars stand for nothing, the `$` is taken off. */
export function samplePath(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '')
  return `https://site.invalid${path.startsWith('/') ? '' : '/'}${path}`
}
