import { randomUUID } from 'node:crypto'
import type { HttpResponse } from '../api-gateway/gateway-responses.ts'
import type { HttpRequest } from '../api-gateway/request.ts'
import { type RunningServer, serve } from '../api-gateway/server.ts'
import { textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import { functionUrlEvent } from './function-url-event.ts'
import { functionUrlResponse } from './function-url-response.ts'
import { LambdaError } from './lambda-error.ts'
import type { LambdaService } from './lambda-service.ts'

const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024
const HEAD_LIMIT_BYTES = 32 * 1024

export interface FunctionUrlOptions {
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
