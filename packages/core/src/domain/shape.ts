/**
 * The shape of a URL: its host and path with numbers and dates blanked, and the names of its query.
 *
 * `/2024/05/06/?page=3` and `/2025/01/02/?page=9` have one shape. Calendars and endless lists are chains of one shape (HW-TRAP-01).
 */
export function shapeOf(url: URL): string {
  const path = url.pathname.replace(/[0-9]+/g, '0')
  if (url.search === '') return url.host + path
  const names = url.search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0])
  return `${url.host}${path}?${names.join('&')}`
}
