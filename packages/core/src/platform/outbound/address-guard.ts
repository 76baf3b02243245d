import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { invalidField } from '../errors.ts'
import { settings } from '../settings.ts'
import { isGuardedAddress, isLocalName } from './guarded-addresses.ts'

/** What customers' URLs may reach, and who answers for their names. */
export interface Guard {
  /** Whether loopback and private networks are allowed. */
  readonly allowPrivate: boolean
  /** All addresses of a name; rejects with an error whose `code` is that of `dns.lookup`. */
  readonly resolve: (name: string) => Promise<readonly LookupAddress[]>
}

/** The guard of every outgoing call. Whatever the settings say, private destinations are for the local stage only. */
export const systemGuard: Guard = {
  get allowPrivate() {
    return settings.ALLOW_PRIVATE_DESTINATIONS && settings.STAGE === 'local'
  },
  resolve: (name) => lookup(name, { all: true }),
}

/** Thrown when what is to be dialled is guarded; `code` is `EBLOCKED`. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
  readonly code = 'EBLOCKED'
  constructor(host: string) {
    super(`${host} is, or resolves to, an address that cannot be reached from here`)
  }
}

/** The host of a URL as `net.connect` wants it: an IPv6 literal without brackets. */
function dialledHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** What is wrong with a customer's URL as it is written, before any name is resolved; undefined when nothing is. */
function refusalOf(url: URL | null, { allowPrivate }: Guard): string | undefined {
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https URL'
  if (url.username || url.password) return 'must not carry a user name or password'
  const host = dialledHost(url)
  const refused = isIP(host) ? isGuardedAddress(host, allowPrivate) : !allowPrivate && isLocalName(host)
  return refused ? privateAddress(host) : undefined
}

function privateAddress(host: string): string {
  return `${host} is, or resolves to, a private or reserved address; use a public one`
}

/**
 * Refuses with a 400 for `field` a customer's URL that is none, is not http(s), carries credentials, or names a guarded
 * address. A name that does not resolve yet is fine: it is checked again at every connection.
 */
export async function assertAllowedUrl(text: string, field = 'url', guard = systemGuard): Promise<void> {
  const url = URL.parse(text)
  const refusal = refusalOf(url, guard)
  if (refusal) throw invalidField(field, refusal)
  const host = url ? dialledHost(url) : ''
  const addresses = isIP(host) ? [] : await guard.resolve(host).catch(() => [])
  if (addresses.some(({ address }) => isGuardedAddress(address, guard.allowPrivate)))
    throw invalidField(field, privateAddress(host))
}

/** The URL to dial; undefined for one that `assertAllowedUrl` would refuse as it is written. */
export function dialledUrl(text: string, guard: Guard): URL | undefined {
  const url = URL.parse(text)
  return url && !refusalOf(url, guard) ? url : undefined
}

/**
 * `dns.lookup` that answers no guarded address: one among several refuses the whole name. What it answers is what is
 * dialled, so that a name cannot change between the check and the connection. Literals never come here: `dialledUrl`.
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
