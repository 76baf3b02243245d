import type { Environment } from '../resource.ts'
import type { Api, Method } from './api-model.ts'
import { forwardedHeaders, type HttpRequest, headerOf, isBinary, requestTime } from './request.ts'

/** The API key of a request, with the value that the caller sent. */
interface PresentedKey {
  readonly id: string
  readonly value: string
}

/** What is known about a request. Each step of the processing adds to it. */
export interface ReceivedRequest {
  readonly request: HttpRequest
  /** The method of the route, or `undefined` if no resource matches. */
  readonly method: Method | undefined
  readonly pathParameters: Readonly<Record<string, string>> | null
  readonly key?: PresentedKey
  /** Claims of the verified token, if the method has an authorizer. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** When the request arrived, in milliseconds since the epoch. */
  readonly arrivedAt: number
}

/** A request that has been routed. */
export interface RoutedRequest extends ReceivedRequest {
  readonly method: Method
}

/** Headers of the connection, which API Gateway does not forward. */
const NOT_FORWARDED = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** Builds the event of a Lambda proxy integration (payload format 1.0). */
export function proxyEvent(api: Api, environment: Environment, routed: RoutedRequest) {
  const { request, method, pathParameters } = routed
  const headers = forwardedHeaders(request, routed.arrivedAt).filter(([name]) => !NOT_FORWARDED.has(name.toLowerCase()))
  const query = Array.from(new URLSearchParams(request.rawQuery))
  const binary = isBinary(api.binaryMediaTypes, headerOf(request, 'content-type'))
  return {
    resource: method.resourcePath,
    path: request.path.replace(/^\/+/, '/'),
    httpMethod: request.method,
    headers: orNull(Object.fromEntries(headers)),
    multiValueHeaders: orNull(grouped(headers)),
    queryStringParameters: orNull(Object.fromEntries(query)),
    multiValueQueryStringParameters: orNull(grouped(query)),
    pathParameters,
    stageVariables: api.stageVariables,
    requestContext: requestContext(api, environment, routed),
    body: request.body.length > 0 ? request.body.toString(binary ? 'base64' : 'utf8') : null,
    isBase64Encoded: binary && request.body.length > 0,
  }
}

/** Builds `requestContext` of the event, which is also `$context` of gateway responses. */
export function requestContext(api: Api, environment: Environment, received: ReceivedRequest) {
  const { request, method, key, claims, requestId, arrivedAt } = received
  const domainName = headerOf(request, 'host')?.split(':')[0] ?? '127.0.0.1'
  return {
    accountId: environment.accountId,
    apiId: api.id,
    ...(claims && { authorizer: { claims } }),
    deploymentId: api.deploymentId,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    extendedRequestId: extendedId(requestId),
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      ...(key && { apiKey: key.value, apiKeyId: key.id }),
      caller: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: headerOf(request, 'user-agent') ?? null,
      userArn: null,
    },
    path: request.path,
    protocol: request.protocol,
    requestId,
    requestTime: requestTime(arrivedAt),
    requestTimeEpoch: arrivedAt,
    resourceId: method?.resourceId ?? null,
    resourcePath: method?.resourcePath ?? null,
    stage: api.stage,
  }
}

/** Returns the second id of a request, which the `x-amz-apigw-id` header carries. */
export function extendedId(requestId: string): string {
  return `${Buffer.from(requestId.slice(0, 8)).toString('base64url')}=`
}

function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const [name, value] of pairs) groups[name] = [...(groups[name] ?? []), value]
  return groups
}

function orNull<T extends object>(record: T): T | null {
  return Object.keys(record).length > 0 ? record : null
}
