import { assert, ipV4, property } from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'

import {
  isAllowed,
  judgeAddresses,
  judgeHostName,
  judgePort,
  localNameRule,
  parseCidrs,
  specialRange,
} from './special-addresses.ts'

describe('HW-NET-06: IPv4 ranges, at each edge', () => {
  // before the range, first, last, after the range; null: what is there belongs to another row
  test.each<[string, string | null, string, string, string | null]>([
    ['0.0.0.0/8 (this network)', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0/8 (private network)', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    [
      '100.64.0.0/10 (shared address space of providers)',
      '100.63.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '100.128.0.0',
    ],
    ['127.0.0.0/8 (loopback)', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    [
      '168.63.129.16/32 (cloud metadata)',
      '168.63.129.15',
      '168.63.129.16',
      '168.63.129.16',
      '168.63.129.17',
    ],
    [
      '169.254.0.0/16 (link-local and cloud metadata)',
      '169.253.255.255',
      '169.254.0.0',
      '169.254.255.255',
      '169.255.0.0',
    ],
    [
      '172.16.0.0/12 (private network)',
      '172.15.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '172.32.0.0',
    ],
    [
      '192.0.0.0/24 (IETF protocol assignments)',
      '191.255.255.255',
      '192.0.0.0',
      '192.0.0.255',
      '192.0.1.0',
    ],
    ['192.0.2.0/24 (documentation)', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    [
      '192.88.99.0/24 (6to4 relays)',
      '192.88.98.255',
      '192.88.99.0',
      '192.88.99.255',
      '192.88.100.0',
    ],
    [
      '192.168.0.0/16 (private network)',
      '192.167.255.255',
      '192.168.0.0',
      '192.168.255.255',
      '192.169.0.0',
    ],
    [
      '198.18.0.0/15 (benchmarking)',
      '198.17.255.255',
      '198.18.0.0',
      '198.19.255.255',
      '198.20.0.0',
    ],
    [
      '198.51.100.0/24 (documentation)',
      '198.51.99.255',
      '198.51.100.0',
      '198.51.100.255',
      '198.51.101.0',
    ],
    [
      '203.0.113.0/24 (documentation)',
      '203.0.112.255',
      '203.0.113.0',
      '203.0.113.255',
      '203.0.114.0',
    ],
    ['224.0.0.0/4 (multicast)', '223.255.255.255', '224.0.0.0', '239.255.255.255', null],
    ['240.0.0.0/4 (reserved)', null, '240.0.0.0', '255.255.255.254', null],
    ['255.255.255.255/32 (broadcast)', null, '255.255.255.255', '255.255.255.255', null],
  ])('%s', (range, before, first, last, after) => {
    expect([specialRange(first), specialRange(last)]).toEqual([range, range])
    const neighbours = [before, after].filter((address) => address !== null)
    expect(neighbours.map(specialRange)).toEqual(neighbours.map(() => undefined))
  })

  test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '192.31.196.1', '223.255.255.255'])(
    '%s is an ordinary address',
    (address) => {
      expect(specialRange(address)).toBeUndefined()
    },
  )
})

describe('HW-NET-05: IPv6 ranges, at each edge', () => {
  test.each<[string, string | null, string, string, string | null]>([
    ['::/128 (unspecified)', null, '::', '::', null],
    ['::1/128 (loopback)', null, '::1', '::1', null],
    [
      '64:ff9b:1::/48 (local NAT64)',
      null,
      '64:ff9b:1::',
      '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
      null,
    ],
    ['100::/64 (discard)', null, '100::', '100::ffff:ffff:ffff:ffff', null],
    [
      '2001::/23 (IETF protocol assignments)',
      '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      '2001::',
      '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
      '2001:200::',
    ],
    [
      '2001:db8::/32 (documentation)',
      '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
      '2001:db8::',
      '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
      '2001:db9::',
    ],
    [
      '3fff::/20 (documentation)',
      '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      '3fff::',
      '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
      '3fff:1000::',
    ],
    [
      'fc00::/7 (unique local network)',
      null,
      'fc00::',
      'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      null,
    ],
    ['fe80::/10 (link-local)', null, 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['fec0::/10 (site-local)', null, 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['ff00::/8 (multicast)', null, 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['::/0 (not global unicast)', null, '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    [
      '::/0 (not global unicast)',
      null,
      '64:ff9b:2::',
      '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      '2000::',
    ],
  ])('%s', (range, before, first, last, after) => {
    expect([specialRange(first), specialRange(last)]).toEqual([range, range])
    const neighbours = [before, after].filter((address) => address !== null)
    expect(neighbours.map(specialRange)).toEqual(neighbours.map(() => undefined))
  })

  test.each([
    ['::ffff:127.0.0.1', '::ffff:0:0/96 (IPv4 in IPv6), 127.0.0.0/8 (loopback)'],
    ['::ffff:7f00:1', '::ffff:0:0/96 (IPv4 in IPv6), 127.0.0.0/8 (loopback)'],
    ['::FFFF:A00:1', '::ffff:0:0/96 (IPv4 in IPv6), 10.0.0.0/8 (private network)'],
    ['::ffff:93.184.216.34', undefined],
    ['::127.0.0.1', '::/96 (IPv4 in IPv6 (old form)), 127.0.0.0/8 (loopback)'],
    ['::a00:1', '::/96 (IPv4 in IPv6 (old form)), 10.0.0.0/8 (private network)'],
    ['::5db8:d822', undefined],
    ['64:ff9b::10.0.0.1', '64:ff9b::/96 (IPv4 behind NAT64), 10.0.0.0/8 (private network)'],
    [
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::/96 (IPv4 behind NAT64), 169.254.0.0/16 (link-local and cloud metadata)',
    ],
    ['64:ff9b::5db8:d822', undefined],
    ['2002:7f00:1::', '2002::/16 (IPv4 by 6to4), 127.0.0.0/8 (loopback)'],
    ['2002:c0a8:101::1', '2002::/16 (IPv4 by 6to4), 192.168.0.0/16 (private network)'],
    ['2002:5db8:d822::1', undefined],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::/23 (IETF protocol assignments)'],
    ['2606:2800:220:1:248:1893:25c8:1946', undefined],
    ['2a00:1450:4001:80b::200e', undefined],
  ])('%s is %s', (address, range) => {
    expect(specialRange(address)).toBe(range)
  })

  test.each(['fe80::1%eth0', '2a00:1450::1%1', '::1%lo'])(
    '%s: a zone is of this machine only',
    (address) => {
      expect(specialRange(address)).toBe('an address with a zone, which is of this machine only')
    },
  )

  test('any IPv4 address is judged alike in each of its IPv6 wrappings', () => {
    assert(
      property(ipV4(), (inner) => {
        const parts = ipaddr.IPv4.parse(inner).toByteArray()
        const hex = parts.map((part) => part.toString(16).padStart(2, '0'))
        const halves = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
        const special = specialRange(inner) !== undefined
        for (const wrapped of [`::ffff:${inner}`, `64:ff9b::${inner}`, `2002:${halves}::1`])
          expect([wrapped, specialRange(wrapped) !== undefined]).toEqual([wrapped, special])
      }),
    )
  })
})

describe('HW-NET-04: what is no address in plain form is not gone to', () => {
  test.each([
    '',
    'example.com',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.01',
    '127.0.0.1.',
    ' 127.0.0.1',
    '256.1.1.1',
    '[::1]',
    ':::1',
    '8.8.8.8/32',
  ])('%j', (address) => {
    expect(specialRange(address)).toBe('no IP address in plain form')
  })

  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'http://127.0.0.1./',
    'http://127。0。0。1/',
  ])('%s is loopback once the URL is parsed', (text) => {
    expect(specialRange(new URL(text).hostname)).toBe('127.0.0.0/8 (loopback)')
  })
})

describe('judgeAddresses', () => {
  test('HW-NET-01: a refusal names the address, its range and what to do', () => {
    expect(judgeAddresses(['10.1.2.3'], [])).toEqual({
      allowed: false,
      reason: 'blocked-address',
      address: '10.1.2.3',
      range: '10.0.0.0/8 (private network)',
      message:
        'The address 10.1.2.3 is special: 10.0.0.0/8 (private network). To crawl it all the same, allow it: --allow-address 10.1.2.3 (option allowAddresses).',
    })
  })

  test('HW-NET-03: one special address among several refuses the name', () => {
    expect(judgeAddresses(['93.184.216.34', '127.0.0.1'], [])).toMatchObject({
      allowed: false,
      address: '127.0.0.1',
    })
  })

  test('public addresses are allowed', () => {
    expect(judgeAddresses(['93.184.216.34', '2606:2800:220:1::1'], [])).toEqual({ allowed: true })
  })

  test('no address is no permission', () => {
    expect(judgeAddresses([], parseCidrs(['0.0.0.0/0']))).toMatchObject({
      allowed: false,
      range: 'no address',
    })
  })

  test('HW-NET-10: allowed ranges are exact', () => {
    const allow = parseCidrs(['10.1.0.0/16', '::1'])
    expect(judgeAddresses(['10.1.255.255'], allow)).toEqual({ allowed: true })
    expect(judgeAddresses(['::1'], allow)).toEqual({ allowed: true })
    expect(judgeAddresses(['10.2.0.0'], allow)).toMatchObject({ allowed: false })
    expect(judgeAddresses(['10.1.0.1', '10.2.0.1'], allow)).toMatchObject({ address: '10.2.0.1' })
    expect(judgeAddresses(['::2'], allow)).toMatchObject({ allowed: false })
  })

  test('an allowed IPv4 range holds for the mapped spelling, not for other ways to the address', () => {
    const allow = parseCidrs(['127.0.0.0/8'])
    expect(isAllowed('::ffff:127.0.0.1', allow)).toBe(true)
    expect(isAllowed('64:ff9b::127.0.0.1', allow)).toBe(false)
    expect(isAllowed('2002:7f00:1::', allow)).toBe(false)
  })
})

describe('parseCidrs', () => {
  test.each(['127.0.0.1', '127.0.0.1/8', ' 10.0.0.0/8 ', '0.0.0.0/0', '::1', 'fd00::/8', '::/0'])(
    'reads %j',
    (text) => {
      expect(parseCidrs([text])).toHaveLength(1)
    },
  )

  test.each([
    '',
    'localhost',
    '10/8',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '0x7f.0.0.1',
    'fe80::1%eth0',
    '::1/1e1',
  ])('refuses %j and says what it wants', (text) => {
    expect(() => parseCidrs(['127.0.0.1', text])).toThrow(
      `Expected allowAddresses[1] to be an address or a range such as 127.0.0.1 or 10.0.0.0/8 or fd00::/8, got ${JSON.stringify(text)}.`,
    )
  })

  test.each([
    ['10.0.0.0/33', 32],
    ['fd00::/129', 128],
  ])('refuses %s: the prefix is at most %i bits long', (text, longest) => {
    expect(() => parseCidrs([text])).toThrow(`Its prefix may be at most ${longest} bits long.`)
  })

  test('the error has the code of a wrong option', () => {
    expect(() => parseCidrs(['nowhere'])).toThrow(
      expect.objectContaining({ code: 'CURTSY_OPTION' }) as Error,
    )
  })
})

describe('HW-NET-09: local names', () => {
  test.each([
    ['localhost', 'localhost (this machine)'],
    ['LOCALHOST', 'localhost (this machine)'],
    ['localhost.', 'localhost (this machine)'],
    ['a.localhost', '*.localhost (this machine)'],
    ['localhost.localdomain', '*.localdomain (this network)'],
    ['printer.local', '*.local (this network)'],
    ['metadata.google.internal', '*.internal (an internal network)'],
    ['instance-data.ec2.internal.', '*.internal (an internal network)'],
    ['internal', '*.internal (an internal network)'],
    ['metadata', 'metadata (cloud metadata)'],
    ['router.home.arpa', '*.home.arpa (this network)'],
    ['example.com', undefined],
    ['localhost.example.com', undefined],
    ['mylocalhost', undefined],
    ['notlocal', undefined],
    ['metadata.example', undefined],
  ])('%s: %s', (name, rule) => {
    expect(localNameRule(name)).toBe(rule)
  })

  test('a local name is refused, even if it resolves to a public address', () => {
    expect(judgeHostName('db.internal', ['93.184.216.34'], [])).toEqual({
      allowed: false,
      reason: 'blocked-address',
      address: 'db.internal',
      range: '*.internal (an internal network)',
      message:
        'The name db.internal is local: *.internal (an internal network). To crawl it all the same, allow every address it has: 93.184.216.34 (--allow-address, option allowAddresses).',
    })
  })

  test('it is allowed when every address it resolves to is', () => {
    const allow = parseCidrs(['127.0.0.0/8'])
    expect(judgeHostName('a.localhost', ['127.0.0.1', '127.0.0.2'], allow)).toEqual({
      allowed: true,
    })
    expect(judgeHostName('a.localhost', ['127.0.0.1', '::1'], allow)).toMatchObject({
      allowed: false,
    })
    expect(judgeHostName('a.localhost', [], allow)).toMatchObject({ allowed: false })
  })

  test('any other name is left to its addresses', () => {
    expect(judgeHostName('example.com', [], [])).toEqual({ allowed: true })
  })
})

describe('HW-NET-07: ports', () => {
  test.each([
    [80, true],
    [443, true],
    [81, false],
    [22, false],
    [25, false],
    [1, false],
    [1_023, false],
    [1_024, true],
    [3_000, true],
    [3_306, false],
    [5_432, false],
    [6_000, false],
    [6_379, false],
    [8_080, true],
    [8_443, true],
    [10_080, false],
    [11_211, false],
    [65_535, true],
  ])('%i: allowed = %s; named by a seed, always', (port, allowed) => {
    expect(judgePort(port, { namedBySeed: false }).allowed).toBe(allowed)
    expect(judgePort(port, { namedBySeed: true })).toEqual({ allowed: true })
  })

  test('a refusal says which service, and what to do', () => {
    expect(judgePort(6_379, { namedBySeed: false })).toEqual({
      allowed: false,
      reason: 'blocked-address',
      address: '6379',
      range: 'port of Redis',
      message:
        'The port 6379 is not one of the web (port of Redis). To crawl it all the same, name it in a seed.',
    })
    expect(judgePort(22, { namedBySeed: false })).toMatchObject({
      range: 'ports under 1024 other than 80 and 443',
    })
  })
})
