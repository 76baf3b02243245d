import type { MiddlewareObj, Request } from '@middy/core'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import { type Endpoint, NO_BODY } from '@replywright/contract/endpoint.ts'
import { NumberRangeError, parseExactJson } from '@replywright/contract/exact-json.ts'
import { isObject } from '@replywright/contract/json.ts'
import { isTooDeep, MOST_LEVELS } from '@replywright/contract/json-depth.ts'
import { invalidField, ServiceError } from '@replywright/core/platform/errors.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { RouteEvent } from './stack.ts'

const MEGABYTE = 1024 * 1024
type JsonRequest = Request<RouteEvent, APIGatewayProxyResult>
// The library replaces bytes that are not UTF-8.
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// The content type is checked here, because the library rejects a space before the parameters.
const parser = httpJsonBodyParser<APIGatewayProxyEvent>({ disableContentTypeCheck: true, reviver: rejectInexactNumber })

interface BodyOptions {
  /** @default 1 MB, the largest JSON body (design, Numbers to hold) */
  readonly largestBytes?: number
  /** Whether the handler reads `multipart/form-data` itself. @default false */
  readonly skipsForms?: boolean
}

/**
 * Parses the JSON body of an endpoint into `event.json`. `event.body` keeps the text: it is compared for
 * Idempotency-Keys and forwarded by the proxy. Header names must be in lower case. An absent body is `{}` if it is
 * optional.
 * @throws ServiceError 413 for a body that is too large, 415 for another content type, 400 for invalid JSON, for bytes
 * that are not UTF-8, for deep nesting, for numbers beyond the range of a double, and for JSON that is not an object
 */
export function jsonBody(
  { body, content, bodyOptional }: Pick<Endpoint, 'body' | 'content' | 'bodyOptional'>,
  { largestBytes = MEGABYTE, skipsForms = false }: BodyOptions = {},
): MiddlewareObj<RouteEvent, APIGatewayProxyResult> {
  return {
    before: (request) => {
      const { event } = request
      if (body === NO_BODY) return
      if (skipsForms && isMultipart(event)) {
        assertBoundary(event)
        return
      }
      if (content && !content['application/json'])
        throw new ServiceError('unsupported_media_type', 'Send the body as multipart/form-data.')
      const text = textOf(event)
      if (Buffer.byteLength(text) > largestBytes)
        throw new ServiceError('payload_too_large', `The body is larger than ${largestBytes / MEGABYTE} MB.`)
      event.json = text.trim() === '' && bodyOptional ? {} : parse(request, text)
    },
  }
}

function isJson({ headers }: RouteEvent): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '')
}

function textOf(event: RouteEvent): string {
  const { body, isBase64Encoded } = event
  if (!isBase64Encoded) return body ?? ''
  const bytes = Buffer.from(body ?? '', 'base64')
  // A body of another type is rejected for its type.
  if (!isJson(event)) return bytes.toString('latin1')
  try {
    return UTF_8.decode(bytes)
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid UTF-8. Send the JSON in UTF-8.', undefined, { cause })
  }
}

function parse(request: JsonRequest, text: string): object {
  if (!isJson(request.event))
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as JSON with the header Content-Type: application/json.',
    )
  if (isTooDeep(text))
    throw new ServiceError('invalid_json', `The body is nested deeper than ${MOST_LEVELS} levels. Send flatter JSON.`)
  const json = readJson(request, text)
  if (!isObject(json))
    throw new ServiceError('validation_error', 'body: must be a JSON object', [
      { path: '', message: 'must be a JSON object' },
    ])
  return json
}

/** Passes a copy of the event, because the library replaces its body. */
function readJson(request: JsonRequest, text: string): unknown {
  const event: APIGatewayProxyEvent = { ...request.event, body: text, isBase64Encoded: false }
  try {
    parser.before?.({ ...request, event })
    return event.body
  } catch {
    return readRejectedJson(text)
  }
}

/** The library does not pass the digits of a number to its reviver. */
function rejectInexactNumber(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  throw new RangeError('A number has more digits than a double.')
}

/**
 * Parses what the library rejects but the API accepts: large integers, and the keys `__proto__` and `constructor`, which
 * are unknown fields.
 */
function readRejectedJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch (cause) {
    if (cause instanceof NumberRangeError)
      throw invalidField(cause.path, 'must be a number between -1.79e308 and 1.79e308')
    const error = text.trim() === '' ? 'The body is empty. Send JSON.' : 'The body is not valid JSON.'
    throw new ServiceError('invalid_json', error, undefined, { cause })
  }
}

/** Returns whether the body of a request is a form. Header names are in lower case. */
export function isMultipart({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** @throws ServiceError 415 for a form whose content type has no boundary */
function assertBoundary(event: Pick<APIGatewayProxyEvent, 'headers'>): void {
  if (boundaryOf(event) === '')
    throw new ServiceError(
      'unsupported_media_type',
      'The header Content-Type has no boundary. Send Content-Type: multipart/form-data; boundary=<boundary>.',
    )
}

function boundaryOf({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): string {
  const [, boundary = ''] = /;\s*boundary="?([^";]+)/i.exec(headers['content-type'] ?? '') ?? []
  return boundary
}

/** Returns the text of the body to compare it with a repeat. A form boundary is removed: it is new in each repeat. */
export function comparableBody(event: APIGatewayProxyEvent): string | null {
  const { body, isBase64Encoded } = event
  if (!body) return body
  if (!isMultipart(event)) return isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
  const boundary = boundaryOf(event)
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('latin1') : body
  return boundary === '' ? text : text.replaceAll(boundary, '')
}
