import { LambdaError } from '../lambda/lambda-error.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment } from '../resource.ts'
import type { Api, Integration } from './api-model.ts'
import { isBinary } from './binary-media-types.ts'
import type { GatewayResponseType } from './gateway-response-types.ts'
import type { HttpResponse } from './gateway-responses.ts'
import { proxyEvent, type RoutedRequest } from './proxy-event.ts'
import { proxyResponse } from './proxy-response.ts'
import { headerOf } from './request.ts'

export interface IntegrationContext {
  readonly api: Api
  readonly environment: Environment
  readonly lambda: LambdaService
}

/** Runs a request's integration. Returns its response, or the type of the gateway response for its failure. */
export async function integrate(
  context: IntegrationContext,
  routed: RoutedRequest,
): Promise<HttpResponse | GatewayResponseType> {
  const { integration } = routed.method
  if (integration.kind === 'mock') return { status: integration.status, headers: integration.headers, body: '' }
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
