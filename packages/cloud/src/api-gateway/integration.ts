import * as v from 'valibot'
import { LambdaError } from '../lambda/lambda-error.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment } from '../resource.ts'
import type { Api, Integration } from './api-model.ts'
import {
  type GatewayResponseType,
  type HttpResponse,
  mockResponse,
  type RequestVariables,
} from './gateway-responses.ts'
import { proxyEvent, type RoutedRequest } from './proxy-event.ts'
import { headerOf, isBinary } from './request.ts'

const HeaderValue = v.union([v.string(), v.number(), v.boolean()])

/** What a function may return. Any other member makes the response malformed, as on AWS. */
const ProxyResponse = v.nullish(
  v.strictObject({
    statusCode: v.nullish(v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]), v.transform(Number))),
    headers: v.nullish(v.record(v.string(), v.nullable(HeaderValue))),
    multiValueHeaders: v.nullish(v.record(v.string(), v.array(HeaderValue))),
    body: v.nullish(v.string()),
    isBase64Encoded: v.nullish(v.boolean()),
  }),
)

/** Response headers that API Gateway reserves and renames. */
const REMAPPED = new Set(
  `authorization connection content-length content-md5 date expect host max-forwards proxy-authenticate server trailer
  upgrade user-agent via www-authenticate x-amzn-requestid`.split(/\s+/),
)

export interface IntegrationContext {
  readonly api: Api
  readonly environment: Environment
  readonly lambda: LambdaService
}

/** Runs a request's integration. Returns its response, or the type of the gateway response for its failure. */
export async function integrate(
  context: IntegrationContext,
  routed: RoutedRequest,
  variables: RequestVariables,
): Promise<HttpResponse | GatewayResponseType> {
  const { integration } = routed.method
  if (integration.kind === 'mock') return mockResponse(integration, variables)
  const { promise: late, resolve } = Promise.withResolvers<GatewayResponseType>()
  const timer = setTimeout(() => resolve('INTEGRATION_TIMEOUT'), integration.timeoutMilliseconds)
  try {
    return await Promise.race([invoke(context, integration, routed), late])
  } finally {
    clearTimeout(timer)
  }
}

async function invoke(
  { api, environment, lambda }: IntegrationContext,
  { functionArn }: Extract<Integration, { kind: 'lambda' }>,
  routed: RoutedRequest,
): Promise<HttpResponse | GatewayResponseType> {
  try {
    const { payload, functionError } = await lambda.invoke(functionArn, proxyEvent(api, environment, routed))
    if (functionError) return 'DEFAULT_5XX'
    const acceptsBinary = isBinary(api.binaryMediaTypes, headerOf(routed.request, 'accept'))
    return proxyResponse(payload, acceptsBinary) ?? 'DEFAULT_5XX'
  } catch (error) {
    if (error instanceof LambdaError && error.name === 'RequestTooLargeException') return 'REQUEST_TOO_LARGE'
    // API Gateway maps Lambda's 429 to a 500 by design.
    if (error instanceof LambdaError && error.name === 'TooManyRequestsException') return 'API_CONFIGURATION_ERROR'
    console.error(error)
    return 'API_CONFIGURATION_ERROR'
  }
}

/** Converts a function's result to an HTTP response; `undefined` if it violates the contract of a proxy integration. */
function proxyResponse(payload: unknown, acceptsBinary: boolean): HttpResponse | undefined {
  const parsed = v.safeParse(ProxyResponse, payload)
  if (!parsed.success || !parsed.output) return undefined
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.output
  const status = statusCode ?? 200
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined
  const merged = new Map<string, string | string[]>([['content-type', 'application/json']])
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== null) merged.set(outgoingName(name), String(value))
  }
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    merged.set(outgoingName(name), values.map(String))
  merged.delete('transfer-encoding')
  return {
    status,
    headers: Object.fromEntries(merged),
    body: isBase64Encoded && acceptsBinary ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  }
}

function outgoingName(name: string): string {
  const lower = name.toLowerCase()
  return REMAPPED.has(lower) ? `x-amzn-remapped-${lower}` : lower
}
