import { parseJson } from '@replywright/contract/json.ts'
import { recordRequest } from '@replywright/core/people/api-keys/request-log.ts'
import { derivedTimeId, systemClock } from '@replywright/core/platform/clock.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as v from 'valibot'
import { originOf } from './origin.ts'
import type { RouteEvent } from './stack.ts'

/** An entry must be smaller than 1 KB, the unit of a write. */
const LONGEST_TEXT = 150

/** A path parameter that is personal data of a customer. */
const PERSONAL = 'customer'

/** The operation whose response is the message that it sent. */
const SENDING = 'conversations/send-message'

/** Lets the response of a caller with an API key be recorded, if the service has a request log. */
export function recordResponse(event: RouteEvent, { organizationId, apiKey }: Caller): void {
  const { REQUEST_LOG_OPERATION: operation } = settings
  if (operation === undefined || !apiKey) return
  event.record = async ({ statusCode, body }) => {
    const { userAgent, ...place } = originOf(event)
    const { requestId } = place
    const { requestTimeEpoch: at } = event.requestContext
    const query = Object.keys(event.queryStringParameters ?? {}).join('&')
    const { code, reason } = statusCode < 400 ? {} : errorOf(body)
    await recordRequest({
      organizationId,
      id: derivedTimeId(at, requestId),
      operation,
      method: event.httpMethod,
      path: pathOf(event).slice(0, LONGEST_TEXT),
      ...(query !== '' && { query: query.slice(0, LONGEST_TEXT) }),
      status: statusCode,
      ...(code !== undefined && { code: code.slice(0, LONGEST_TEXT) }),
      ...(reason !== undefined && { reason }),
      milliseconds: Math.max(0, systemClock() - at),
      apiKeyId: apiKey.id,
      apiKeyName: apiKey.name,
      ...place,
      userAgent: userAgent.slice(0, LONGEST_TEXT),
      ...(statusCode < 400 && sentMessage(operation, event, body)),
    })
  }
}

/** Returns the path as in the contract, with its parameters except personal data: `/api/v1/customers/{customer}/`. */
function pathOf({
  requestContext: { resourcePath },
  pathParameters,
}: Pick<APIGatewayProxyEvent, 'requestContext' | 'pathParameters'>): string {
  return `${resourcePath}/`.replace(/\{(\w+)\+?\}/g, (placeholder, name: string) =>
    name === PERSONAL ? placeholder : (pathParameters?.[name] ?? placeholder),
  )
}

/** Returns the ids of the message that a request sent. The response is the message, or the conversation that it started. */
function sentMessage(
  operation: string,
  { pathParameters, messageId }: Pick<RouteEvent, 'pathParameters' | 'messageId'>,
  body: string,
) {
  if (operation !== SENDING && messageId === undefined) return {}
  const response = v.safeParse(v.object({ id: v.string() }), parseJson(body)?.value)
  if (!response.success) return {}
  const { id } = response.output
  if (messageId !== undefined) return { conversationId: id, messageId }
  return pathParameters?.id ? { conversationId: pathParameters.id, messageId: id } : {}
}

/** Returns the code of an error, and what it says of the fields that were sent. */
function errorOf(body: string): { readonly code?: string; readonly reason?: string } {
  const error = v.safeParse(ErrorBody, parseJson(body)?.value)
  if (!error.success) return {}
  const { code, details } = error.output
  const reason = details.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  return { ...(code !== undefined && { code }), ...(reason !== '' && { reason: withoutNumbers(reason) }) }
}

const ErrorBody = v.object({
  code: v.fallback(v.optional(v.string()), undefined),
  details: v.fallback(v.array(v.object({ path: v.string(), message: v.string() })), []),
})

/** Returns a text without what may be a customer's number, such as the name of a field that a caller chose, and not too long. */
function withoutNumbers(text: string): string {
  return text.replace(/[0-9]{6,}/g, '…').slice(0, LONGEST_TEXT)
}
