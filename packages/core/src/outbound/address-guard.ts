import { lookup } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { invalidField } from '../errors.ts'
import { settings } from '../settings.ts'

/** What no customer's URL may reach: IANA's special-purpose registries, the metadata service, and what wraps an IPv4 address. */
const GUARDED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const GUARDED_V6 = [
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const guarded = { ipv4: blockList(GUARDED_V4, 'ipv4'), ipv6: blockList(GUARDED_V6, 'ipv6') }

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/** Whether an IP address (any spelling `net.isIP` accepts) is one that no customer's URL may reach. */
export function isGuardedAddress(address: string): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return guarded[family].check(address.replace(/%.*$/, ''), family)
}

/** Thrown when the address to dial is guarded; `code` is `EBLOCKED`. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
  readonly code = 'EBLOCKED'
  constructor(host: string) {
    super(`${host} is, or resolves to, an address that cannot be reached from here`)
  }
}

/** `dns.lookup` that answers no guarded address: one among several refuses the whole name. What it answers is what is dialled. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isGuardedAddress(address)))
      return callback(new BlockedAddressError(hostname), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

/** The host of a URL as `net.connect` wants it: an IPv6 literal without brackets. */
export function dialledHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * Refuses with a 400 a webhook URL that is none, is not http(s), carries credentials, or names a guarded address. A name that
 * does not resolve yet is fine: it is checked again at every connection.
 */
export async function assertAllowedUrl(text: string): Promise<void> {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw invalidField('url', 'must be an http or https URL')
  if (url.username || url.password) throw invalidField('url', 'must not carry a user name or password')
  if (settings.ALLOW_PRIVATE_DESTINATIONS) return
  const host = dialledHost(url)
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.some(isGuardedAddress))
    throw invalidField('url', `${host} is, or resolves to, a private or reserved address; use a public one`)
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookupAll(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
