import { type Endpoint, NO_BODY } from '@messaging/contract/endpoint.ts'
import { NumberRangeError, parseExactJson } from '@messaging/contract/exact-json.ts'
import { invalidField, ServiceError } from '@messaging/core/platform/errors.ts'
import { isObject } from '@messaging/core/platform/json.ts'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { assertBoundary, isMultipart } from './multipart.ts'
import type { RouteEvent } from './stack.ts'

const MEGABYTE = 1024 * 1024
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export interface BodyOptions {
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
 * that are not UTF-8, for numbers beyond the range of a double, and for JSON that is not an object
 */
export function jsonBody(
  { body, content, bodyOptional }: Pick<Endpoint, 'body' | 'content' | 'bodyOptional'>,
  { largestBytes = MEGABYTE, skipsForms = false }: BodyOptions = {},
): MiddlewareObj<RouteEvent, APIGatewayProxyResult> {
  return {
    before: ({ event }) => {
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
      event.json = text.trim() === '' && bodyOptional ? {} : parse(event, text)
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

function parse(event: RouteEvent, text: string): object {
  if (!isJson(event))
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as JSON with the header Content-Type: application/json.',
    )
  const json = readJson(text)
  if (!isObject(json))
    throw new ServiceError('validation_error', 'body: must be a JSON object', [
      { path: '', message: 'must be a JSON object' },
    ])
  return json
}

function readJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch (cause) {
    if (cause instanceof NumberRangeError)
      throw invalidField(cause.path, 'must be a number between -1.79e308 and 1.79e308')
    throw new ServiceError('invalid_json', 'The body is not valid JSON.', undefined, { cause })
  }
}
