/**
 * The origins that people take for one: the given one first, then the same host under both schemes on their own ports, then its twin
 * with or without `www.`. Addresses and single names have no such twin.
 *
 * @example
 * originTwins('https://example.com:8443')
 * // ['https://example.com:8443', 'https://example.com', 'http://example.com', 'https://www.example.com', 'http://www.example.com']
 */
export function originTwins(origin: string): readonly string[] {
  const { hostname } = new URL(origin)
  const hosts = [hostname, ...wwwTwin(hostname)]
  return [...new Set([origin, ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`])])]
}

function wwwTwin(hostname: string): readonly string[] {
  if (hostname.startsWith('www.')) return [hostname.slice('www.'.length)]
  const isName = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[')
  return isName ? [`www.${hostname}`] : []
}
