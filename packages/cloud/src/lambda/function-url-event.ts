import { isUtf8 } from 'node:buffer'
import { forwardedHeaders, requestTime } from '../api-gateway/forwarding.ts'
import { type HttpRequest, headerOf, mediaType } from '../api-gateway/request.ts'

export interface FunctionUrlContext {
  /** Id of the URL, which on AWS is the first label of its host name. */
  readonly urlId: string
  readonly requestId: string
  /** In milliseconds since the epoch. */
  readonly arrivedAt: number
}

const TEXT_TYPES = new Set(['application/json', 'application/javascript', 'application/xml'])

/** Builds the event of a function URL (payload format 2.0). */
export function functionUrlEvent(request: HttpRequest, { urlId, requestId, arrivedAt }: FunctionUrlContext) {
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
