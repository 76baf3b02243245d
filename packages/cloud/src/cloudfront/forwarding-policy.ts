import { isTrue, objectAt, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { MANAGED_CACHE_POLICIES, MANAGED_ORIGIN_REQUEST_POLICIES } from './managed-policies.ts'

/** Whether a header, cookie or query parameter goes on to the origin, by its name. */
type Chooses = (name: string) => boolean

/** What of a viewer's request goes on to the origin. */
export interface Forwarding {
  /** Names in lower case. */
  readonly header: Chooses
  readonly cookie: Chooses
  readonly query: Chooses
  /** Encodings in which answers may be compressed, the best first. */
  readonly encodings: readonly ('br' | 'gzip')[]
}

/** What goes on whatever the policies say. */
const ALWAYS = new Set([
  ...['content-type', 'range', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since'],
])

/**
 * What the cache policy and the origin request policy of a behavior let through together.
 * @throws Error for a policy that is neither in the template nor one of AWS's that is known here.
 */
export function forwardingOf(behavior: JsonObject, resources: readonly Resource[], where: string): Forwarding {
  const cacheId = textOf(behavior.CachePolicyId)
  if (cacheId === undefined) throw new Error(`${where}: a behavior without a cache policy is not hosted`)
  const cache = objectAt(
    policy(cacheId, 'CachePolicy', MANAGED_CACHE_POLICIES, resources, where),
    'ParametersInCacheKeyAndForwardedToOrigin',
  )
  const requestId = textOf(behavior.OriginRequestPolicyId)
  const request =
    requestId === undefined
      ? {}
      : policy(requestId, 'OriginRequestPolicy', MANAGED_ORIGIN_REQUEST_POLICIES, resources, where)
  const header = either(chooses(cache, 'Header'), chooses(request, 'Header'))
  return {
    header: (name) => ALWAYS.has(name) || header(name),
    cookie: either(chooses(cache, 'Cookie'), chooses(request, 'Cookie')),
    query: either(chooses(cache, 'QueryString'), chooses(request, 'QueryString')),
    encodings: [
      ...(isTrue(cache.EnableAcceptEncodingBrotli) ? ['br' as const] : []),
      ...(isTrue(cache.EnableAcceptEncodingGzip) ? ['gzip' as const] : []),
    ],
  }
}

function policy(
  id: string,
  kind: 'CachePolicy' | 'OriginRequestPolicy',
  managed: Readonly<Record<string, JsonObject>>,
  resources: readonly Resource[],
  where: string,
): JsonObject {
  const own = resources.find(({ type, physicalId }) => type === `AWS::CloudFront::${kind}` && physicalId === id)
  const found = own ? objectAt(own.properties, `${kind}Config`) : managed[id]
  if (!found) throw new Error(`${where}: the ${kind} ${id} is not known`)
  return found
}

/** A policy's `HeadersConfig`, `CookiesConfig` or `QueryStringsConfig`. */
function chooses(policy: JsonObject, what: 'Header' | 'Cookie' | 'QueryString'): Chooses {
  const config = objectAt(policy, `${what}sConfig`)
  const isHeader = what === 'Header'
  const names = new Set(textsOf(config[`${what}s`]).map((name) => (isHeader ? name.toLowerCase() : name)))
  switch (textOf(config[`${what}Behavior`])) {
    case 'all':
    case 'allViewer':
    case 'allViewerAndWhitelistCloudFront':
      return () => true
    case 'allExcept':
      return (name) => !names.has(name)
    case 'whitelist':
      return (name) => names.has(name)
    default:
      return () => false
  }
}

function either(first: Chooses, second: Chooses): Chooses {
  return (name) => first(name) || second(name)
}
