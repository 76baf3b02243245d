import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { invalidField } from '../errors.ts'
import { settings } from '../settings.ts'
import { isGuardedAddress, isLocalName } from './guarded-addresses.ts'

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
 * @throws ServiceError 400 for `field` if the URL is invalid, is not http(s), has credentials, or has a guarded address
 */
export async function assertAllowedUrl(text: string, field = 'url', guard = systemGuard): Promise<boolean> {
  const url = URL.parse(text)
  const refusal = refusalOf(url, guard)
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
