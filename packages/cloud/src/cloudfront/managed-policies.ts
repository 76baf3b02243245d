import type { JsonObject } from '../resource.ts'

const nothing = {
  HeadersConfig: { HeaderBehavior: 'none' },
  CookiesConfig: { CookieBehavior: 'none' },
  QueryStringsConfig: { QueryStringBehavior: 'none' },
}

const everything = {
  CookiesConfig: { CookieBehavior: 'all' },
  QueryStringsConfig: { QueryStringBehavior: 'all' },
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

/** AWS's managed cache policies: CachingOptimized, CachingDisabled. */
export const MANAGED_CACHE_POLICIES: Readonly<Record<string, JsonObject>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': cachePolicy(true),
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': cachePolicy(false),
}

/** AWS's managed origin request policies: AllViewerExceptHostHeader, AllViewer, CORS-S3Origin. */
export const MANAGED_ORIGIN_REQUEST_POLICIES: Readonly<Record<string, JsonObject>> = {
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
