import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { HttpRequest } from '../api-gateway/request.ts'
import { s3Error } from '../front-door/error-shapes.ts'
import { createHttpClient } from '../front-door/forward.ts'
import { decide, parsePolicy } from '../iam/policy.ts'
import { isObject, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import type { OriginResponse } from './compression.ts'
import type { OriginSettings } from './distribution.ts'
import type { Headers } from './response-headers.ts'

/** The permissions of a distribution with origin access control under a bucket's policy. */
interface BucketAccess {
  mayRead(key: string): boolean
  mayList(): boolean
}

/** An origin of a distribution: a bucket or a server. */
export interface Origin {
  readonly isApi?: boolean
  fetch(request: HttpRequest): Promise<OriginResponse>
  close(): void
}

export interface OriginSurroundings {
  readonly resources: readonly Resource[]
  /** ARN of the distribution, for conditions of bucket policies. */
  readonly distributionArn: string
  /** URL of the S3 engine. */
  readonly s3Endpoint: string
  /** Returns the local URL of a REST API, with a trailing slash. */
  readonly restApiUrl: (restApi: Resource) => string
}

const S3_DOMAIN = /^(.+)\.s3(?:\.[a-z0-9-]+)?\.amazonaws\.com$/
const API_DOMAIN = /^([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/
const LOCAL_DOMAIN = /^127\.0\.0\.1:\d+$/

/** Opens an origin. @throws Error for an unsupported domain, or an API whose path does not start with its stage. */
export function openOrigin(settings: OriginSettings, surroundings: OriginSurroundings): Origin {
  const { domainName, path } = settings
  const { resources, restApiUrl } = surroundings
  const bucketName = S3_DOMAIN.exec(domainName)?.[1]
  const bucket = resources.find(({ type, physicalId }) => type === 'AWS::S3::Bucket' && physicalId === bucketName)
  if (bucket) return bucketOrigin(bucket, settings, surroundings)
  const apis = resources.filter(({ type }) => type === 'AWS::ApiGateway::RestApi')
  const apiId = API_DOMAIN.exec(domainName)?.[1]
  const api = apis.find((each) => each.physicalId === apiId || restApiUrl(each) === `http://${domainName}/`)
  if (api) {
    const stageless = withoutStage(path, api, surroundings, apiId !== undefined)
    return { ...serverOrigin(restApiUrl(api), stageless, settings), isApi: true }
  }
  if (LOCAL_DOMAIN.test(domainName)) return serverOrigin(`http://${domainName}`, path, settings)
  throw new Error(`The origin ${domainName} is not supported`)
}

/** Removes the stage from a path, because local REST APIs listen without it, as behind a custom domain. */
function withoutStage(path: string, api: Resource, { resources }: OriginSurroundings, isNeeded: boolean): string {
  const stage = resources.find(
    ({ type, properties }) => type === 'AWS::ApiGateway::Stage' && textOf(properties.RestApiId) === api.physicalId,
  )
  const [, first, ...rest] = path.split('/')
  if (stage && first === textOf(stage.properties.StageName)) return ['', ...rest].join('/')
  if (isNeeded) throw new Error(`The origin path of ${api.stack}/${api.logicalId} does not start with its stage`)
  return path
}

function serverOrigin(endpoint: string, path: string, { headers }: OriginSettings): Origin {
  const { send, close } = createHttpClient(endpoint)
  return {
    async fetch({ method, path: asked, rawQuery, headers: given, body }) {
      const query = rawQuery === '' ? '' : `?${rawQuery}`
      const reply = await send({
        method,
        path: `${path}${asked}${query}`,
        headers: { ...grouped(given), ...headers },
        body,
      })
      return { status: reply.status, headers: textual(reply.headers), body: reply.body }
    },
    close,
  }
}

function bucketOrigin(bucket: Resource, settings: OriginSettings, surroundings: OriginSurroundings): Origin {
  const { send, close } = createHttpClient(surroundings.s3Endpoint)
  const access = bucketAccess(bucket, surroundings.distributionArn, surroundings.resources)
  return {
    async fetch({ method, path, headers: given }) {
      const where = `${settings.path}${path}`
      const url = new URL('http://127.0.0.1')
      url.pathname = where
      const refusal = (status: number, code: string, message: string) =>
        toResponse(s3Error({ method, url }, status, code, message))
      const denied = () => refusal(403, 'AccessDenied', 'Access Denied')
      const key = keyOf(where)
      if (method !== 'GET' && method !== 'HEAD')
        return refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
      if (!settings.hasAccessControl || !key || !access.mayRead(key)) return denied()
      const reply = await send({ method, path: `/${bucket.physicalId}${where}`, headers: conditions(given), body: '' })
      // S3 hides whether an object exists from callers that may not list the bucket.
      if (reply.status === 404 && !access.mayList()) return denied()
      return toResponse(reply)
    },
    close,
  }
}

function keyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return undefined
  }
}

/** Selects the headers of conditional and range requests. The tags of compressed responses are weak. */
function conditions(headers: HttpRequest['headers']): IncomingHttpHeaders {
  const wanted = Object.entries(grouped(headers)).filter(([name]) => name.startsWith('if-') || name === 'range')
  return Object.fromEntries(wanted.map(([name, value]) => [name, String(value).replace(/^W\//, '')]))
}

function grouped(headers: HttpRequest['headers']): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const [name, value] of headers) groups[name.toLowerCase()] = [...(groups[name.toLowerCase()] ?? []), value]
  return groups
}

function toResponse({
  status,
  headers,
  body,
}: {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer | string
}): OriginResponse {
  return { status, headers: textual(headers), body: Buffer.from(body) }
}

function textual(headers: OutgoingHttpHeaders): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)] as const],
  )
  return Object.fromEntries(pairs)
}

/** Evaluates the bucket policies of the template. */
function bucketAccess(bucket: Resource, distributionArn: string, resources: readonly Resource[]): BucketAccess {
  const policies = resources.filter(
    ({ type, properties }) => type === 'AWS::S3::BucketPolicy' && textOf(properties.Bucket) === bucket.physicalId,
  )
  const statements = policies
    .flatMap(({ properties }) => objectsOf(objectAt(properties, 'PolicyDocument').Statement))
    .filter(isAboutCloudFront)
  const parsed = parsePolicy({ Statement: statements })
  const context = new Map([
    ['aws:sourcearn', [distributionArn]],
    ['aws:sourceaccount', [distributionArn.split(':')[4] ?? '']],
    // CloudFront reads buckets over HTTPS.
    ['aws:securetransport', ['true']],
  ])
  const may = (action: string, resource: string) => decide(parsed, { action, resource, context }) === 'allow'
  return {
    mayRead: (key) => may('s3:GetObject', `${bucket.arn}/${key}`),
    mayList: () => may('s3:ListBucket', bucket.arn),
  }
}

function isAboutCloudFront({ Principal }: JsonObject): boolean {
  if (Principal === '*') return true
  if (!isObject(Principal)) return false
  return textsOf(Principal.Service).includes('cloudfront.amazonaws.com') || textsOf(Principal.AWS).includes('*')
}
