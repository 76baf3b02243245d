import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { HttpResponse } from '../api-gateway/gateway-responses.ts'
import { forwardedHeaders, type HttpRequest, headerOf, mediaType, requestTime } from '../api-gateway/request.ts'
import { type RunningServer, serve } from '../api-gateway/server.ts'
import { textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import { LambdaError } from './lambda-error.ts'
import type { LambdaService } from './lambda-service.ts'

const Structured = v.looseObject({
  statusCode: v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]),
  headers: v.optional(v.nullable(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])))),
  cookies: v.optional(v.nullable(v.array(v.string()))),
  body: v.unknown(),
  isBase64Encoded: v.optional(v.nullable(v.boolean())),
})

const JSON_CONTENT = { 'content-type': 'application/json' }

interface FunctionUrlContext {
  /** Id of the URL, which on AWS is the first label of its host name. */
  readonly urlId: string
  readonly requestId: string
  /** In milliseconds since the epoch. */
  readonly arrivedAt: number
}

const TEXT_TYPES = new Set(['application/json', 'application/javascript', 'application/xml'])

const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024
const HEAD_LIMIT_BYTES = 32 * 1024

interface FunctionUrlOptions {
  /** An `AWS::Lambda::Url`. */
  readonly url: Resource
  /** 0 selects a free port. */
  readonly port: number
  readonly lambda: LambdaService
  readonly environment: Environment
}

/** Serves a function URL on 127.0.0.1. @throws Error for IAM authorization or response streaming. */
export async function startFunctionUrl({ url, port, lambda }: FunctionUrlOptions): Promise<RunningServer> {
  const { AuthType, InvokeMode, TargetFunctionArn } = url.properties
  if (AuthType !== 'NONE')
    throw new Error(`${url.stack} ${url.logicalId}: AuthType ${textOf(AuthType)} is not supported`)
  if (InvokeMode === 'RESPONSE_STREAM') throw new Error(`${url.stack} ${url.logicalId}: streaming is not supported`)
  const target = textOf(TargetFunctionArn) ?? ''
  const respond = async (request: HttpRequest): Promise<HttpResponse> => {
    const requestId = randomUUID()
    const context = { urlId: url.logicalId.toLowerCase(), requestId, arrivedAt: Date.now() }
    const response = await run(lambda, target, request, context)
    return { ...response, headers: { ...response.headers, 'x-amzn-requestid': requestId } }
  }
  return serve({ port, payloadLimitBytes: PAYLOAD_LIMIT_BYTES, headLimitBytes: HEAD_LIMIT_BYTES, respond })
}

async function run(
  lambda: LambdaService,
  target: string,
  request: HttpRequest,
  context: Parameters<typeof functionUrlEvent>[1],
): Promise<HttpResponse> {
  if (request.oversized) return TOO_LARGE
  try {
    const { payload, functionError } = await lambda.invoke(target, functionUrlEvent(request, context))
    return (functionError ? undefined : functionUrlResponse(payload)) ?? FAILED
  } catch (error) {
    if (!(error instanceof LambdaError)) throw error
    if (error.name === 'RequestTooLargeException') return TOO_LARGE
    return error.name === 'TooManyRequestsException' ? THROTTLED : FAILED
  }
}

function refusal(status: number, message: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ Message: message }) }
}

const TOO_LARGE = refusal(
  413,
  `Request must be smaller than ${PAYLOAD_LIMIT_BYTES} bytes for the InvokeFunction operation`,
)
const THROTTLED = refusal(429, 'Rate Exceeded.')

/** The response if the function failed, timed out, or returned an invalid response. */
const FAILED: HttpResponse = { status: 502, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' }

/** Builds the event of a function URL (payload format 2.0). */
function functionUrlEvent(request: HttpRequest, { urlId, requestId, arrivedAt }: FunctionUrlContext) {
  const cookies = headerOf(request, 'cookie')?.split(/;\s*/)
  const query = Array.from(new URLSearchParams(request.rawQuery))
  const headers = forwardedHeaders(request, arrivedAt)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name !== 'cookie' && name !== 'connection')
  const isBase64Encoded = request.body.length > 0 && !isText(request)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: request.path,
    rawQueryString: request.rawQuery,
    ...(cookies && { cookies }),
    headers: joined(headers),
    ...(query.length > 0 && { queryStringParameters: joined(query) }),
    requestContext: {
      accountId: 'anonymous',
      apiId: urlId,
      domainName: headerOf(request, 'host')?.split(':')[0] ?? '127.0.0.1',
      domainPrefix: urlId,
      http: {
        method: request.method,
        path: request.path,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headerOf(request, 'user-agent') ?? '',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: requestTime(arrivedAt),
      timeEpoch: arrivedAt,
    },
    ...(request.body.length > 0 && { body: request.body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  }
}

/** Returns whether the body is passed as text. As on AWS, forms and bodies that are not valid UTF-8 are not. */
function isText(request: HttpRequest): boolean {
  const type = mediaType(headerOf(request, 'content-type'))
  return (type.startsWith('text/') || TEXT_TYPES.has(type)) && isUtf8(request.body)
}

/** Joins values of the same name with commas. */
function joined(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (const [name, value] of pairs) record[name] = name in record ? `${record[name]},${value}` : value
  return record
}

/**
 * Converts a function's result to an HTTP response. An object with a `statusCode` is a complete response. Any other
 * value is the body of a 200: a string unchanged, everything else as JSON.
 * @returns `undefined` for a `statusCode` with otherwise invalid members.
 */
function functionUrlResponse(payload: unknown): HttpResponse | undefined {
  if (typeof payload !== 'object' || payload === null || !('statusCode' in payload)) {
    return { status: 200, headers: JSON_CONTENT, body: bodyOf(payload) }
  }
  const parsed = v.safeParse(Structured, payload)
  if (!parsed.success) return undefined
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return undefined
  const own = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])
  const text = body === undefined || body === null ? '' : bodyOf(body)
  return {
    status: statusCode,
    headers: { ...JSON_CONTENT, ...Object.fromEntries(own), ...(cookies && { 'set-cookie': cookies }) },
    body: isBase64Encoded ? Buffer.from(text, 'base64') : text,
  }
}

function bodyOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}
