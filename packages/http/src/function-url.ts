import { equalInConstantTime, isSignedByProvider } from '@messaging/core/channel/provider/authenticity.ts'
import { parseProviderJson } from '@messaging/core/channel/provider/parse-provider-json.ts'
import { findProviderSettings } from '@messaging/core/channel/provider/provider-settings.ts'
import { handleWebhook } from '@messaging/core/conversations/messages/handle-webhook.ts'
import type { Clock } from '@messaging/core/platform/clock.ts'
import { logError } from '@messaging/core/platform/log/log.ts'
import { withFacts } from '@messaging/core/platform/log/log-context.ts'
import type { Context, LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda'

/** A request to a function URL, with the raw bytes of its body. */
export interface RawRequest {
  readonly query: Readonly<Record<string, string | undefined>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface PlainResponse {
  readonly status: number
  readonly text: string
}

type Methods = Readonly<Record<string, (request: RawRequest) => Promise<PlainResponse>>>

/** Builds a function URL's Lambda handler, one function per HTTP method. Plain-text responses; an error is a 500. */
export function functionUrl(
  methods: Methods,
): (event: LambdaFunctionURLEvent, context: Context) => Promise<LambdaFunctionURLResult> {
  return async (event, { awsRequestId: invocationId }) => {
    const { requestId } = event.requestContext
    const { status, text } = await withFacts({ requestId, invocationId }, () => handleRequest(methods, event))
    return { statusCode: status, headers: { 'content-type': 'text/plain' }, body: text }
  }
}

async function handleRequest(methods: Methods, event: LambdaFunctionURLEvent): Promise<PlainResponse> {
  const handle = methods[event.requestContext.http.method]
  if (!handle) return { status: 405, text: 'method not allowed' }
  try {
    return await handle({
      query: event.queryStringParameters ?? {},
      headers: event.headers,
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    })
  } catch (error) {
    logError('request.failed', error)
    return { status: 500, text: 'try again' }
  }
}

/** Handles the provider's handshake: returns its challenge if the verify token is correct, otherwise 403. */
export async function respondToHandshake({ query }: RawRequest, now: number): Promise<PlainResponse> {
  const settings = await findProviderSettings(now)
  const token = query['hub.verify_token'] ?? ''
  if (query['hub.mode'] !== 'subscribe' || !settings || !equalInConstantTime(token, settings.verifyToken))
    return { status: 403, text: 'forbidden' }
  return { status: 200, text: query['hub.challenge'] ?? '' }
}

/**
 * Receives a webhook of the provider. Returns 200 after everything in it is stored, 403 for an invalid signature, and
 * 400 for invalid JSON. Returns 500 if something could not be stored, so that the provider retries.
 */
export async function receiveWebhook({ headers, body }: RawRequest, clock: Clock): Promise<PlainResponse> {
  const settings = await findProviderSettings(clock())
  const { appSecret, previousAppSecret } = settings ?? {}
  const secrets = [appSecret, previousAppSecret].filter((secret) => secret !== undefined)
  if (!secrets.some((secret) => isSignedByProvider(body, headers['x-hub-signature-256'], secret)))
    return { status: 403, text: 'bad signature' }
  const parsed = parseProviderJson(body)
  if (parsed === undefined) return { status: 400, text: 'no valid JSON' }
  return (await handleWebhook(parsed, clock)) ? { status: 200, text: 'ok' } : { status: 500, text: 'try again' }
}
