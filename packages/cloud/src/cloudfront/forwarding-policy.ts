import { isTrue, objectAt, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

const nothing = {
  HeadersConfig: { HeaderBehavior: 'none' },
  CookiesConfig: { CookieBehavior: 'none' },
  QueryStringsConfig: { QueryStringBehavior: 'none' },
}

const everything = {
  CookiesConfig: { CookieBehavior: 'all' },
  QueryStringsConfig: { QueryStringBehavior: 'all' },
}

/** AWS's managed cache policies: CachingOptimized, CachingDisabled. */
const MANAGED_CACHE_POLICIES: Readonly<Record<string, JsonObject>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': cachePolicy(true),
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': cachePolicy(false),
}

/** AWS's managed origin request policies: AllViewerExceptHostHeader, AllViewer, CORS-S3Origin. */
const MANAGED_ORIGIN_REQUEST_POLICIES: Readonly<Record<string, JsonObject>> = {
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': {
    ...everything,
    HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['host'] },
  },
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { ...everything, HeadersConfig: { HeaderBehavior: 'allViewer' } },
  '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf': {
    ...nothing,
    HeadersConfig: {
      HeaderBehavior: 'whitelist',
      Headers: ['origin', 'access-control-request-headers', 'access-control-request-method'],
    },
  },
}

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

function cachePolicy(compresses: boolean): JsonObject {
  return {
    ParametersInCacheKeyAndForwardedToOrigin: {
      ...nothing,
      EnableAcceptEncodingBrotli: compresses,
      EnableAcceptEncodingGzip: compresses,
    },
  }
}
