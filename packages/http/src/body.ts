import { type Endpoint, NO_BODY } from '@messaging/contract/endpoint.ts'
import { ServiceError } from '@messaging/core/platform/errors.ts'
import { isObject, parseJson } from '@messaging/core/platform/json.ts'
import type { MiddlewareObj, Request } from '@middy/core'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { isMultipart } from './multipart.ts'
import type { RouteEvent } from './stack.ts'

const MEGABYTE = 1024 * 1024

export interface BodyOptions {
  /** @default 1 MB, the largest JSON body (design, Numbers to hold) */
  readonly largestBytes?: number
  /** Whether the handler reads `multipart/form-data` itself. @default false */
  readonly skipsForms?: boolean
}

// The content type is checked below, because the library rejects a space before the parameters.
const parser = httpJsonBodyParser<APIGatewayProxyEvent>({ disableContentTypeCheck: true })

/**
 * Parses the JSON body of an endpoint into `event.json`. `event.body` keeps the text: it is compared for
 * Idempotency-Keys and forwarded by the proxy. Header names must be in lower case. An absent body is `{}` if it is
 * optional.
 * @throws ServiceError 413 for a body that is too large, 415 for another content type, 400 for invalid JSON and for
 * JSON that is not an object
 */
export function jsonBody(
  { body, content, bodyOptional }: Pick<Endpoint, 'body' | 'content' | 'bodyOptional'>,
  { largestBytes = MEGABYTE, skipsForms = false }: BodyOptions = {},
): MiddlewareObj<RouteEvent, APIGatewayProxyResult> {
  return {
    before: (request) => {
      const { event } = request
      if (body === NO_BODY || (skipsForms && isMultipart(event))) return
      if (content && !content['application/json'])
        throw new ServiceError('unsupported_media_type', 'Send the body as multipart/form-data.')
      const text = textOf(event)
      if (Buffer.byteLength(text) > largestBytes)
        throw new ServiceError('payload_too_large', `The body is larger than ${largestBytes / MEGABYTE} MB.`)
      event.json = text.trim() === '' && bodyOptional ? {} : parse(request, text)
    },
  }
}

function textOf({ body, isBase64Encoded }: RouteEvent): string {
  return isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '')
}

function parse(request: Request<RouteEvent, APIGatewayProxyResult>, text: string): object {
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(request.event.headers['content-type'] ?? ''))
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as JSON with the header Content-Type: application/json.',
    )
  const json = parseWithLibrary(request, text)
  if (!isObject(json))
    throw new ServiceError('validation_error', 'body: must be a JSON object', [
      { path: '', message: 'must be a JSON object' },
    ])
  return json
}

/** Passes a copy of the event, because the library replaces its body. */
function parseWithLibrary(request: Request<RouteEvent, APIGatewayProxyResult>, text: string): unknown {
  const event: APIGatewayProxyEvent = { ...request.event, body: text, isBase64Encoded: false }
  try {
    parser.before?.({ ...request, event })
    return event.body
  } catch {
    return parseRejected(text)
  }
}

/** Accepts the keys `__proto__` and `constructor`, which the library rejects; the API ignores unknown fields. */
function parseRejected(text: string): unknown {
  const json = parseJson(text)
  if (!json) throw new ServiceError('invalid_json', 'The body is not valid JSON.')
  return json.value
}
