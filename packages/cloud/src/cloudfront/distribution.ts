import { matchesWildcard } from '../iam/condition.ts'
import { isTrue, numberOf, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { type Forwarding, forwardingOf } from './forwarding-policy.ts'
import { type ResponseHeaders, responseHeadersOf } from './response-headers.ts'
import { compileFunction, type ViewerFunction } from './viewer-function.ts'

export interface Behavior {
  /** `*` matches any characters, `?` matches one. */
  readonly pattern: string
  readonly originId: string
  readonly methods: readonly string[]
  readonly compresses: boolean
  readonly forwarding: Forwarding
  readonly responseHeaders: ResponseHeaders
  readonly viewerRequest: ViewerFunction | undefined
}

export interface OriginSettings {
  readonly id: string
  /** As in the template: under `amazonaws.com`, or the local address. */
  readonly domainName: string
  /** Prefix of the path: `''`, or with a leading slash only. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the distribution reads a private bucket with origin access control. */
  readonly hasAccessControl: boolean
}

export interface ErrorResponse {
  readonly errorCode: number
  readonly responseCode: number
  /** The page that replaces the error. */
  readonly pagePath: string | undefined
  readonly cachingSeconds: number | undefined
}

/** A distribution as declared in the template. */
export interface Distribution {
  /** In the order of matching; the default behavior is the last. */
  readonly behaviors: readonly Behavior[]
  readonly origins: readonly OriginSettings[]
  /** Without a leading slash. */
  readonly rootObject: string | undefined
  readonly errorResponses: readonly ErrorResponse[]
}

const UNSUPPORTED = ['ForwardedValues', 'LambdaFunctionAssociations', 'TrustedKeyGroups', 'TrustedSigners']

/** Reads an `AWS::CloudFront::Distribution` with its policies and functions. @throws Error for unsupported settings. */
export function distributionOf(resource: Resource, resources: readonly Resource[]): Distribution {
  const config = objectAt(resource.properties, 'DistributionConfig')
  const where = `${resource.stack}/${resource.logicalId}`
  if (config.OriginGroups !== undefined && numberOf(objectAt(config, 'OriginGroups').Quantity) !== 0) {
    throw new Error(`${where}: origin groups are not supported`)
  }
  const behavior = (properties: JsonObject) => behaviorOf(properties, resources, where)
  return {
    behaviors: [
      ...objectsOf(config.CacheBehaviors).map(behavior),
      behavior({ ...objectAt(config, 'DefaultCacheBehavior'), PathPattern: '*' }),
    ],
    origins: objectsOf(config.Origins).map(originOf),
    rootObject: textOf(config.DefaultRootObject)?.replace(/^\//, ''),
    errorResponses: objectsOf(config.CustomErrorResponses).map((response) => {
      const errorCode = numberOf(response.ErrorCode) ?? 0
      return {
        errorCode,
        responseCode: numberOf(response.ResponseCode) ?? errorCode,
        pagePath: textOf(response.ResponsePagePath),
        cachingSeconds: numberOf(response.ErrorCachingMinTTL),
      }
    }),
  }
}

/** Returns the first behavior whose pattern matches a path. */
export function behaviorFor({ behaviors }: Distribution, path: string): Behavior | undefined {
  return behaviors.find(({ pattern }) => matchesPath(pattern, path))
}

/** Returns whether a pattern matches a path. Patterns are case-sensitive, and their leading slash is optional. */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesWildcard(pattern.replace(/^\//, ''), path.replace(/^\//, ''))
}

function behaviorOf(properties: JsonObject, resources: readonly Resource[], where: string): Behavior {
  const unsupported = UNSUPPORTED.find((name) => properties[name] !== undefined)
  if (unsupported) throw new Error(`${where}: ${unsupported} is not supported`)
  const pattern = textOf(properties.PathPattern) ?? '*'
  const methods = textsOf(properties.AllowedMethods)
  return {
    pattern,
    originId: textOf(properties.TargetOriginId) ?? '',
    methods: methods.length > 0 ? methods : ['GET', 'HEAD'],
    compresses: isTrue(properties.Compress),
    forwarding: forwardingOf(properties, resources, where),
    responseHeaders: responseHeadersOf(textOf(properties.ResponseHeadersPolicyId), resources, where),
    viewerRequest: viewerRequestOf(properties, resources, where),
  }
}

function viewerRequestOf(
  properties: JsonObject,
  resources: readonly Resource[],
  where: string,
): ViewerFunction | undefined {
  const [association, ...others] = objectsOf(properties.FunctionAssociations)
  if (!association) return undefined
  if (others.length > 0 || textOf(association.EventType) !== 'viewer-request') {
    throw new Error(`${where}: functions are supported at viewer requests only`)
  }
  const arn = textOf(association.FunctionARN)
  const fn = resources.find((each) => each.type === 'AWS::CloudFront::Function' && each.arn === arn)
  if (!fn) throw new Error(`${where}: unknown function ${arn}`)
  return compileFunction(fn)
}

function originOf(properties: JsonObject): OriginSettings {
  const path = (textOf(properties.OriginPath) ?? '').replace(/\/+$/, '')
  return {
    id: textOf(properties.Id) ?? '',
    domainName: textOf(properties.DomainName) ?? '',
    path,
    headers: Object.fromEntries(
      objectsOf(properties.OriginCustomHeaders).map(({ HeaderName, HeaderValue }) => [
        (textOf(HeaderName) ?? '').toLowerCase(),
        textOf(HeaderValue) ?? '',
      ]),
    ),
    hasAccessControl: textOf(properties.OriginAccessControlId) !== undefined,
  }
}
