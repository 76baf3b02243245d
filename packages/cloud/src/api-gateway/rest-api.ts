import { randomUUID } from 'node:crypto'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment, Resource } from '../resource.ts'
import { apiModel } from './api-model.ts'
import { authorize, type VerifyToken } from './authorizer.ts'
import {
  type GatewayResponseType,
  gatewayResponsesOf,
  type HttpResponse,
  type RequestVariables,
} from './gateway-responses.ts'
import { type IntegrationContext, integrate } from './integration.ts'
import { extendedId, type ReceivedRequest, type RoutedRequest, requestContext } from './proxy-event.ts'
import { type HttpRequest, headerOf, urlLength } from './request.ts'
import { routesOf } from './routes.ts'
import { type RunningServer, serve } from './server.ts'
import { type Clock, type PlanMember, type Throttling, throttlingOf } from './throttling.ts'

/** An API key as the control plane stores it. */
interface ApiKey extends PlanMember {
  readonly enabled: boolean
}

interface Gatekeepers {
  readonly throttling: Throttling
  readonly findKey: (value: string) => ApiKey | undefined
  readonly verifyToken: VerifyToken | undefined
}

/** API Gateway's limits on a request. */
const PAYLOAD_LIMIT_BYTES = 10 * 1024 * 1024
const URL_LIMIT_BYTES = 10_240
const HEADERS_LIMIT_BYTES = 10_240

export interface RestApiOptions {
  readonly restApi: Resource
  /** All resources of the cloud, or at least those of this API and its usage plans. */
  readonly resources: readonly Resource[]
  /** 0 selects a free port. */
  readonly port: number
  readonly lambda: LambdaService
  readonly environment: Environment
  /** Returns the key with this value, or undefined if it does not exist. */
  readonly findKey: (value: string) => ApiKey | undefined
  /** Verifies tokens for methods with a Cognito authorizer. Without it, such methods return 500. */
  readonly verifyToken?: VerifyToken
  /** @default Date.now */
  readonly clock?: Clock
}

/** Serves a REST API on 127.0.0.1 like a custom domain mapped to its stage. @throws Error for anything unsupported. */
export async function startRestApi(options: RestApiOptions): Promise<RunningServer> {
  const { restApi, resources, environment, lambda, findKey, verifyToken, clock = Date.now } = options
  const api = apiModel(restApi, resources)
  const context: IntegrationContext = { api, environment, lambda }
  const route = routesOf(api.methods)
  const throttling = throttlingOf(api.id, api.stage, resources, clock)
  const gatewayResponse = gatewayResponsesOf(api.gatewayResponses)

  const respond = async (request: HttpRequest): Promise<HttpResponse> => {
    if (urlLength(request) > URL_LIMIT_BYTES) return URL_TOO_LONG
    if (headersSize(request) > HEADERS_LIMIT_BYTES) return HEADERS_TOO_LARGE
    const match = route(request.method, request.path)
    const received: ReceivedRequest = {
      request,
      method: match?.method,
      pathParameters: match?.pathParameters ?? null,
      requestId: randomUUID(),
      arrivedAt: clock(),
    }
    const result = await handle(context, { throttling, findKey, verifyToken }, received)
    const response = typeof result === 'string' ? gatewayResponse(result, variablesOf(context, received)) : result
    const { requestId } = received
    const ids = { 'x-amzn-requestid': requestId, 'x-amz-apigw-id': extendedId(requestId) }
    return { ...response, headers: { ...response.headers, ...ids } }
  }

  const headLimitBytes = URL_LIMIT_BYTES + 2 * HEADERS_LIMIT_BYTES
  return serve({ port: options.port, payloadLimitBytes: PAYLOAD_LIMIT_BYTES, headLimitBytes, respond })
}

async function handle(
  context: IntegrationContext,
  gatekeepers: Gatekeepers,
  received: ReceivedRequest,
): Promise<HttpResponse | GatewayResponseType> {
  const { method, request } = received
  if (request.oversized) return 'REQUEST_TOO_LARGE'
  if (!method) return 'MISSING_AUTHENTICATION_TOKEN'
  const admitted = await admit(gatekeepers, { ...received, method })
  return typeof admitted === 'string' ? admitted : integrate(context, admitted, variablesOf(context, received))
}

function variablesOf({ api, environment }: IntegrationContext, received: ReceivedRequest): RequestVariables {
  const { request, pathParameters } = received
  const query = new URLSearchParams(request.rawQuery)
  return {
    context: requestContext(api, environment, received),
    stageVariables: api.stageVariables,
    header: (name) => headerOf(request, name),
    query: (name) => query.get(name) ?? undefined,
    pathParameter: (name) => pathParameters?.[name],
  }
}

const URL_TOO_LONG: HttpResponse = {
  status: 414,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"URI Too Long"}',
}

const HEADERS_TOO_LARGE: HttpResponse = {
  status: 431,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Request Header Fields Too Large"}',
}

function headersSize(request: HttpRequest): number {
  return request.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

/** Checks authorizer, then API key, then throttles. Returns the request with claims and key, or a gateway response. */
async function admit(
  { throttling, findKey, verifyToken }: Gatekeepers,
  routed: RoutedRequest,
): Promise<RoutedRequest | GatewayResponseType> {
  const { method, request } = routed
  const authorized = await authorize(method, request, verifyToken)
  if (typeof authorized === 'string') return authorized
  const known: RoutedRequest = { ...routed, claims: authorized.claims }
  if (!method.apiKeyRequired) return throttling.admit(method, undefined) ? known : 'THROTTLED'
  const value = headerOf(request, 'x-api-key')
  const key = value === undefined ? undefined : findKey(value)
  const plan = key?.enabled ? throttling.planOf(key) : undefined
  if (value === undefined || !key || !plan) return 'INVALID_API_KEY'
  if (!throttling.admit(method, { key, plan })) return 'THROTTLED'
  return { ...known, key: { id: key.id, value } }
}
