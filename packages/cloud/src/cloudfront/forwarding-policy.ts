import { isTrue, objectAt, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { MANAGED_CACHE_POLICIES, MANAGED_ORIGIN_REQUEST_POLICIES } from './managed-policies.ts'

/** Returns whether a header, cookie or query parameter is forwarded, by its name. */
type NameFilter = (name: string) => boolean

/** What is forwarded of a viewer's request. */
export interface Forwarding {
  /** Names in lower case. */
  readonly header: NameFilter
  readonly cookie: NameFilter
  readonly query: NameFilter
  /** Allowed encodings of compressed responses, the best first. */
  readonly encodings: readonly ('br' | 'gzip')[]
}

/** Headers that are always forwarded. */
const ALWAYS = new Set([
  ...['content-type', 'range', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since'],
])

/** Combines cache and origin request policy. @throws Error for one neither in the template nor a known managed one. */
export function forwardingOf(behavior: JsonObject, resources: readonly Resource[], where: string): Forwarding {
  const cacheId = textOf(behavior.CachePolicyId)
  if (cacheId === undefined) throw new Error(`${where}: a behavior without a cache policy is not supported`)
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
  if (!found) throw new Error(`${where}: the ${kind} ${id} is unknown`)
  return found
}

/** Reads a policy's `HeadersConfig`, `CookiesConfig` or `QueryStringsConfig`. */
function chooses(policy: JsonObject, what: 'Header' | 'Cookie' | 'QueryString'): NameFilter {
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

function either(first: NameFilter, second: NameFilter): NameFilter {
  return (name) => first(name) || second(name)
}
