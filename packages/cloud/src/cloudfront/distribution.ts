import { matchesWildcard } from '../iam/wildcard.ts'
import { isTrue, numberOf, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { type Forwarding, forwardingOf } from './forwarding-policy.ts'
import { type ResponseHeaders, responseHeadersOf } from './response-headers.ts'
import { compileFunction, type ViewerFunction } from './viewer-function.ts'

/** What is done with the requests for some paths. */
export interface Behavior {
  /** `*` stands for any characters, `?` for one. */
  readonly pattern: string
  readonly originId: string
  readonly methods: readonly string[]
  readonly compresses: boolean
  readonly forwarding: Forwarding
  readonly responseHeaders: ResponseHeaders
  readonly viewerRequest: ViewerFunction | undefined
}

/** Where a distribution gets its answers. */
export interface OriginSettings {
  readonly id: string
  /** As the template has it: under `amazonaws.com`, or where that is hosted. */
  readonly domainName: string
  /** Put before the path: `''`, or with a slash at its beginning only. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Reads a private bucket in the distribution's name. */
  readonly hasAccessControl: boolean
}

/** What is answered in place of an origin's error. */
export interface ErrorResponse {
  readonly errorCode: number
  readonly responseCode: number
  readonly pagePath: string
}

/** A distribution as the template declares it. */
export interface Distribution {
  /** In the order in which they are tried; the default one is the last. */
  readonly behaviors: readonly Behavior[]
  readonly origins: readonly OriginSettings[]
  /** Without a slash at its beginning. */
  readonly rootObject: string | undefined
  readonly errorResponses: readonly ErrorResponse[]
}

const UNHOSTED = ['ForwardedValues', 'LambdaFunctionAssociations', 'TrustedKeyGroups', 'TrustedSigners']

/**
 * Reads an `AWS::CloudFront::Distribution` and the policies and functions that it names.
 * @throws Error for what is not hosted.
 */
export function distributionOf(resource: Resource, resources: readonly Resource[]): Distribution {
  const config = objectAt(resource.properties, 'DistributionConfig')
  const where = `${resource.stack}/${resource.logicalId}`
  if (config.OriginGroups !== undefined && numberOf(objectAt(config, 'OriginGroups').Quantity) !== 0) {
    throw new Error(`${where}: origin groups are not hosted`)
  }
  const behavior = (properties: JsonObject) => behaviorOf(properties, resources, where)
  return {
    behaviors: [
      ...objectsOf(config.CacheBehaviors).map(behavior),
      behavior({ ...objectAt(config, 'DefaultCacheBehavior'), PathPattern: '*' }),
    ],
    origins: objectsOf(config.Origins).map(originOf),
    rootObject: textOf(config.DefaultRootObject)?.replace(/^\//, ''),
    errorResponses: objectsOf(config.CustomErrorResponses).flatMap((response) => {
      const pagePath = textOf(response.ResponsePagePath)
      const errorCode = numberOf(response.ErrorCode) ?? 0
      const responseCode = numberOf(response.ResponseCode) ?? errorCode
      return pagePath ? [{ errorCode, responseCode, pagePath }] : []
    }),
  }
}

/** The first behavior whose pattern fits a path. */
export function behaviorFor({ behaviors }: Distribution, path: string): Behavior | undefined {
  return behaviors.find(({ pattern }) => matchesPath(pattern, path))
}

/** Whether a path pattern fits. Letters count as they are written, and the first slash may be left out. */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesWildcard(pattern.replace(/^\//, ''), path.replace(/^\//, ''))
}

function behaviorOf(properties: JsonObject, resources: readonly Resource[], where: string): Behavior {
  const unhosted = UNHOSTED.find((name) => properties[name] !== undefined)
  if (unhosted) throw new Error(`${where}: ${unhosted} is not hosted`)
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
    throw new Error(`${where}: functions are hosted at viewer requests only`)
  }
  const arn = textOf(association.FunctionARN)
  const fn = resources.find((each) => each.type === 'AWS::CloudFront::Function' && each.arn === arn)
  if (!fn) throw new Error(`${where}: there is no function ${arn}`)
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
