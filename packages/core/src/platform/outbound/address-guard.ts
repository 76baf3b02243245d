import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { invalidField } from '../errors.ts'
import { settings } from '../settings.ts'

/** Which destinations outgoing requests may reach, and the DNS resolver they use. */
export interface Guard {
  /** Whether loopback and private networks are allowed. */
  readonly allowPrivate: boolean
  /** Returns all addresses of a name; rejects with an error whose `code` is that of `dns.lookup`. */
  readonly resolve: (name: string) => Promise<readonly LookupAddress[]>
}

/** The guard of every outgoing call. Only the local stage can allow private destinations. */
export const systemGuard: Guard = {
  get allowPrivate() {
    return settings.ALLOW_PRIVATE_DESTINATIONS && settings.STAGE === 'local'
  },
  resolve: (name) => lookup(name, { all: true }),
}

/** Thrown for a guarded destination; `code` is `EBLOCKED`. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
  readonly code = 'EBLOCKED'
  constructor(host: string) {
    super(`${host} is, or resolves to, a private or reserved address`)
  }
}

/** Returns the host of a URL for `net.connect`: an IPv6 literal without brackets. */
function dialledHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** Returns why a customer's URL is rejected before its name is resolved, or undefined if it is allowed. */
function refusalOf(url: URL | null, { allowPrivate }: Guard): string | undefined {
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https URL'
  if (url.username || url.password) return 'must not have a user name or password'
  const host = dialledHost(url)
  const refused = isIP(host) ? isGuardedAddress(host, allowPrivate) : !allowPrivate && isLocalName(host)
  return refused ? privateAddress(host) : undefined
}

function privateAddress(host: string): string {
  return `${host} is, or resolves to, a private or reserved address; use a public one`
}

/**
 * Checks a customer's URL. Returns whether its host has an address. A name that does not exist yet is accepted, because
 * it is checked again at every connection.
 * @throws ServiceError 400 for `field` if the URL is invalid, has spaces, is not http(s), has credentials, or has a guarded address
 */
export async function assertAllowedUrl(text: string, field = 'url', guard = systemGuard): Promise<boolean> {
  const url = URL.parse(text)
  const refusal = /\s/.test(text) ? 'must not contain spaces; write %20' : refusalOf(url, guard)
  if (refusal) throw invalidField(field, refusal)
  const host = url ? dialledHost(url) : ''
  if (isIP(host)) return true
  let exists = true
  const addresses = await guard.resolve(host).catch(({ code }: NodeJS.ErrnoException) => {
    // Other errors say nothing about the name.
    exists = code !== 'ENOTFOUND'
    return []
  })
  if (addresses.some(({ address }) => isGuardedAddress(address, guard.allowPrivate)))
    throw invalidField(field, privateAddress(host))
  return exists
}

/** Returns the URL to connect to, or undefined if `assertAllowedUrl` rejects it before resolving its name. */
export function dialledUrl(text: string, guard: Guard): URL | undefined {
  const url = URL.parse(text)
  return url && !refusalOf(url, guard) ? url : undefined
}

/**
 * Returns a `dns.lookup` that never returns a guarded address. One guarded address among several blocks the whole name.
 * The connection uses the returned address, so that a name cannot change between the check and the connection. Literal
 * addresses are checked by `dialledUrl` instead.
 */
export function guardedLookup({ resolve, allowPrivate }: Guard): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses
        if (!first || addresses.some(({ address }) => isGuardedAddress(address, allowPrivate)))
          return callback(new BlockedAddressError(name), '', 0)
        if (options.all) return callback(null, [...addresses])
        return callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}

/** Guarded IPv4: IANA's special-purpose registry, multicast, broadcast, and cloud platform services. */
const GUARDED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's platform services have a public address.
  '168.63.129.16/32',
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

/** The only IPv6 range routed on the internet: no loopback, mapped or translated IPv4, or link-local addresses. */
const GLOBAL_V6 = ['2000::/3']
/** Special ranges within it: protocols with Teredo and ORCHID, documentation, 6to4 (embeds an IPv4 address). */
const GUARDED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** The ranges that `allowPrivate` allows. */
const PRIVATE_V4 = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']
const PRIVATE_V6 = ['::1/128', 'fc00::/7']
/** The metadata services of AWS and Google Cloud have private IPv6 addresses. */
const METADATA_V6 = ['fd00:ec2::/32', 'fd20:ce::/64']

/** Names of this machine or this network, whatever they resolve to. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i

const guardedV4 = blockList(GUARDED_V4, 'ipv4')
const globalV6 = blockList(GLOBAL_V6, 'ipv6')
const guardedV6 = blockList(GUARDED_V6, 'ipv6')
const privateV4 = blockList(PRIVATE_V4, 'ipv4')
const privateV6 = blockList(PRIVATE_V6, 'ipv6')
const metadataV6 = blockList(METADATA_V6, 'ipv6')

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/**
 * Returns whether customers' URLs are blocked from an address. Accepts any spelling that `net.isIP` accepts; any other
 * text is guarded. With `allowPrivate`, loopback and private networks are allowed. All other ranges stay guarded.
 */
export function isGuardedAddress(text: string, allowPrivate = false): boolean {
  const [address = ''] = text.split('%', 1)
  switch (isIP(address)) {
    case 4:
      return guardedV4.check(address) && !(allowPrivate && privateV4.check(address))
    case 6:
      return isGuardedV6(address) && !(allowPrivate && isPrivateV6(address))
    default:
      return true
  }
}

/** Returns whether a name belongs to this machine or network, and so never to a customer. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAME.test(name)
}

function isGuardedV6(address: string): boolean {
  return !globalV6.check(address, 'ipv6') || guardedV6.check(address, 'ipv6') || isIsatap(address)
}

function isPrivateV6(address: string): boolean {
  return privateV6.check(address, 'ipv6') && !metadataV6.check(address, 'ipv6')
}

/** ISATAP: the second half is `0:5efe` or `200:5efe` and an IPv4 address, under any prefix (RFC 5214). */
function isIsatap(address: string): boolean {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const front = head.split(':')
  const back = tail === undefined ? [] : tail.split(':')
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return ['0', '200'].includes(groups[4] ?? '') && groups[5] === '5efe'
}
