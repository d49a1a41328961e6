import { TARGET_ALLOWED, targetRefusal } from './target-verdict.ts'
import type { TargetVerdict } from './target-verdict.ts'

/**
 * Ports from 1024 up that belong to services other than the web: the fetch standard's bad ports, and the databases, caches,
 * queues and administration ports that a forged link would aim at.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORTS: ReadonlyMap<number, string> = new Map([
  [1433, 'SQL Server'],
  [1521, 'Oracle'],
  [1719, 'H.323'],
  [1720, 'H.323'],
  [1723, 'PPTP'],
  [2049, 'NFS'],
  [2181, 'ZooKeeper'],
  [2375, 'Docker'],
  [2376, 'Docker'],
  [2379, 'etcd'],
  [2380, 'etcd'],
  [3306, 'MySQL'],
  [3389, 'remote desktop'],
  [3659, 'Apple SASL'],
  [4045, 'NFS lock'],
  [4190, 'ManageSieve'],
  [5060, 'SIP'],
  [5061, 'SIP'],
  [5432, 'PostgreSQL'],
  [5672, 'AMQP'],
  [5900, 'VNC'],
  [6000, 'X11'],
  [6379, 'Redis'],
  [6566, 'SANE'],
  [6665, 'IRC'],
  [6666, 'IRC'],
  [6667, 'IRC'],
  [6668, 'IRC'],
  [6669, 'IRC'],
  [6679, 'OSAUT'],
  [6697, 'IRC'],
  [9042, 'Cassandra'],
  [9092, 'Kafka'],
  [9200, 'Elasticsearch'],
  [9300, 'Elasticsearch'],
  [10080, 'Amanda'],
  [10250, 'Kubernetes'],
  [11211, 'memcached'],
  [27017, 'MongoDB'],
])

/**
 * Whether a port may be contacted (HW-NET-07): 80, 443, and those from 1024 up that belong to no other service. A port that
 * a seed names is the user's word.
 *
 * @param port as a number, the scheme's default included
 */
export function judgePort(port: number, options: { readonly namedBySeed: boolean }): TargetVerdict {
  if (options.namedBySeed || port === 80 || port === 443) return TARGET_ALLOWED
  const service = BAD_PORTS.get(port)
  if (port >= 1_024 && service === undefined) return TARGET_ALLOWED
  const range =
    service === undefined ? 'ports under 1024 other than 80 and 443' : `port of ${service}`
  const sentence = `The port ${port} is not one of the web (${range}). To crawl it all the same, name it in a seed.`
  return targetRefusal(String(port), range, sentence)
}
