import { randomBytes } from 'node:crypto'
import { type HttpRequest, headerOf, urlLength } from '../api-gateway/request.ts'
import { type RunningServer, serve } from '../api-gateway/server.ts'
import type { Resource } from '../resource.ts'
import { compressed, type OriginResponse } from './compression.ts'
import { type Behavior, behaviorFor, type Distribution, distributionOf, type ErrorResponse } from './distribution.ts'
import type { Forwarding } from './forwarding-policy.ts'
import { type Origin, type OriginSurroundings, openOrigin } from './origins.ts'
import type { Headers } from './response-headers.ts'
import type { Viewed } from './viewer-function.ts'

const BUCKET_SOURCE = /https:\/\/[a-z0-9.-]+\.s3(?:\.[a-z0-9-]+)?\.amazonaws\.com\/?(?=[;\s]|$)/g

/** Headers that are not forwarded, or that CloudFront replaces. */
const REPLACED = new Set(['cookie', 'host', 'via', 'x-forwarded-for'])

/** Limit for a request's body. CloudFront's own limit is much higher. */
const PAYLOAD_LIMIT_BYTES = 20 * 1024 * 1024
const HEAD_LIMIT_BYTES = 32 * 1024
const URL_LIMIT_BYTES = 8192

interface DistributionOptions extends Omit<OriginSurroundings, 'distributionArn'> {
  /** URL of the front door, at which browsers reach the buckets. */
  readonly endpointUrl: string
  readonly distribution: Resource
  /** 0 selects a free port. */
  readonly port: number
}

/** Serves a distribution on 127.0.0.1 over HTTP. It caches only errors. @throws Error for anything unsupported. */
export async function startDistribution(options: DistributionOptions): Promise<RunningServer> {
  const { distribution: resource, resources, port } = options
  const distribution = distributionOf(resource, resources)
  const surroundings = { ...options, distributionArn: resource.arn }
  const origins = new Map(distribution.origins.map((each) => [each.id, openOrigin(each, surroundings)]))
  const orphan = distribution.behaviors.find(({ originId }) => !origins.has(originId))
  if (orphan) throw new Error(`${resource.stack}/${resource.logicalId}: there is no origin ${orphan.originId}`)
  // API Gateway finds an API by the host, so it refuses that of the distribution.
  const foreign = distribution.behaviors.find(
    ({ originId, forwarding }) => origins.get(originId)?.isApi && forwarding.header('host'),
  )
  if (foreign) throw new Error(`${resource.stack}/${resource.logicalId}: ${foreign.pattern} forwards Host to an API`)
  const served: Served = {
    id: resource.physicalId,
    distribution,
    origins,
    errors: errorCache(distribution.errorResponses),
  }

  const server = await serve({
    port,
    payloadLimitBytes: PAYLOAD_LIMIT_BYTES,
    headLimitBytes: HEAD_LIMIT_BYTES,
    respond: async (request) => {
      const { status, headers, body } = await respond(served, request)
      const local = withLocalBuckets(headers, options.endpointUrl)
      return { status, headers: { ...local, 'x-amz-cf-id': requestId() }, body }
    },
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      for (const origin of origins.values()) origin.close()
    },
  }
}

interface Served {
  readonly id: string
  readonly distribution: Distribution
  readonly origins: ReadonlyMap<string, Origin>
  readonly errors: ReturnType<typeof errorCache>
}

async function respond(served: Served, request: HttpRequest): Promise<OriginResponse> {
  if (urlLength(request) > URL_LIMIT_BYTES) {
    return errorPage(414, 'The URL is too long.')
  }
  const behavior = behaviorFor(served.distribution, request.path)
  if (!behavior) return errorPage(403, 'No behavior matches the path.')
  const response = await respondTo(served, behavior, request)
  const packed = await compressed(
    response,
    behavior.compresses ? behavior.forwarding.encodings : [],
    headerOf(request, 'accept-encoding') ?? '',
  )
  return { ...packed, headers: behavior.responseHeaders(packed.headers) }
}

async function respondTo(served: Served, behavior: Behavior, request: HttpRequest): Promise<OriginResponse> {
  if (request.oversized) return errorPage(413, 'The request is too large.')
  if (!behavior.methods.includes(request.method)) {
    return errorPage(
      403,
      'This distribution is not configured to allow the HTTP request method that was used for this request.',
    )
  }
  const viewed = await view(behavior, request, served.id)
  if (viewed.kind === 'response') {
    return { status: viewed.status, headers: viewed.headers, body: Buffer.from(viewed.body) }
  }
  const reply = await served.errors(viewed.request, () => fetchFrom(served, behavior, viewed.request))
  const replacement = served.distribution.errorResponses.find(({ errorCode }) => errorCode === reply.status)
  if (!replacement?.pagePath) return reply
  const { pagePath } = replacement
  const page = { ...viewed.request, method: 'GET', path: pagePath, rawQuery: '', body: Buffer.alloc(0) }
  const fallback = behaviorFor(served.distribution, pagePath) ?? behavior
  return { ...(await fetchFrom(served, fallback, page)), status: replacement.responseCode }
}

async function view(behavior: Behavior, request: HttpRequest, id: string): Promise<Viewed> {
  if (!behavior.viewerRequest) return { kind: 'request', request }
  try {
    return await behavior.viewerRequest(request, id)
  } catch (error) {
    console.error(error)
    return { kind: 'response', status: 503, headers: { 'x-cache': 'FunctionExecutionError from cloudfront' }, body: '' }
  }
}

async function fetchFrom(
  { distribution, origins }: Served,
  { originId, forwarding }: Behavior,
  request: HttpRequest,
): Promise<OriginResponse> {
  const { rootObject } = distribution
  const path = request.path === '/' && rootObject ? `/${rootObject}` : request.path
  const origin = origins.get(originId)
  try {
    const reply = await origin?.fetch(forwarded({ ...request, path }, forwarding))
    if (reply) return { ...reply, headers: { ...reply.headers, 'x-cache': 'Miss from cloudfront' } }
  } catch (error) {
    console.error(error)
  }
  return errorPage(502, 'CloudFront wasn’t able to connect to the origin.')
}

/** Builds an error page of CloudFront itself. */
function errorPage(status: number, why: string): OriginResponse {
  const title = 'The request could not be satisfied'
  const body = `<!DOCTYPE html>\n<html><head><title>ERROR: ${title}</title></head><body><h1>${status} ERROR</h1><p>${why}</p></body></html>\n`
  return {
    status,
    headers: { 'content-type': 'text/html', 'x-cache': 'Error from cloudfront' },
    body: Buffer.from(body),
  }
}

/** Returns an id in the format of CloudFront's request ids. */
function requestId(): string {
  return `${randomBytes(40).toString('base64url')}==`
}

/** Builds the request for the origin: without what the policies exclude, with what CloudFront adds. */
function forwarded(request: HttpRequest, { header, cookie, query }: Forwarding): HttpRequest {
  const kept = request.headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return !REPLACED.has(lower) && header(lower)
  })
  const cookies = named(headerOf(request, 'cookie') ?? '', /;\s*/, cookie).join('; ')
  const addresses = [headerOf(request, 'x-forwarded-for'), request.sourceIp].filter(Boolean).join(', ')
  const agent = kept.some(([name]) => name.toLowerCase() === 'user-agent')
  return {
    ...request,
    rawQuery: named(request.rawQuery, '&', query).join('&'),
    headers: [
      ...kept,
      ...(cookies === '' ? [] : [['cookie', cookies] as const]),
      ...(agent ? [] : [['user-agent', 'Amazon CloudFront'] as const]),
      ['via', '1.1 embedded.cloudfront.net (CloudFront)'],
      ['x-forwarded-for', addresses],
    ],
  }
}

/** Returns the `name=value` parts whose names are chosen. */
function named(text: string, separator: string | RegExp, chooses: (name: string) => boolean): readonly string[] {
  return text.split(separator).filter((part) => part !== '' && chooses(part.split('=')[0] ?? ''))
}

/** Replaces bucket domains in a content security policy with the front door, which hosts all buckets. */
function withLocalBuckets(headers: Headers, endpointUrl: string): Headers {
  const policy = headers['content-security-policy']
  if (policy === undefined) return headers
  return { ...headers, 'content-security-policy': String(policy).replaceAll(BUCKET_SOURCE, endpointUrl) }
}

/** CloudFront caches these regardless of `Cache-Control`: AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html */
const CACHED = new Set([404, 405, 414, 500, 501, 502, 503, 504])
const DEFAULT_SECONDS = 10

/** Returns the response of `fetch`, or an error that it returned for the same path shortly before. */
type ErrorCache = (
  request: Pick<HttpRequest, 'method' | 'path'>,
  fetch: () => Promise<OriginResponse>,
) => Promise<OriginResponse>

/**
 * Caches errors as CloudFront does. The managed cache policies have neither the query nor headers in the cache key, so all viewers
 * receive the error of one.
 */
function errorCache(errorResponses: readonly ErrorResponse[]): ErrorCache {
  const errors = new Map<string, { readonly response: OriginResponse; readonly until: number }>()
  return async ({ method, path }, fetch) => {
    if (method !== 'GET' && method !== 'HEAD') return fetch()
    const key = `${method} ${path}`
    const error = errors.get(key)
    if (error && Date.now() < error.until) return error.response
    const response = await fetch()
    const configured = errorResponses.find(({ errorCode }) => errorCode === response.status)
    const seconds = configured?.cachingSeconds ?? DEFAULT_SECONDS
    if (CACHED.has(response.status) && seconds > 0) errors.set(key, { response, until: Date.now() + seconds * 1000 })
    return response
  }
}
