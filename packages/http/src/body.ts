import { ServiceError } from '@messaging/core/platform/errors.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/** Largest JSON body (design, Numbers to hold). */
const LARGEST_BODY_BYTES = 1024 * 1024

/**
 * The JSON body of a request whose header names are in lower case. 413 above 1 MB or `largestBytes`, 415 for another content type, 400 for
 * what is no JSON. An absent body is `{}` where `optional`.
 */
export function readBody(event: APIGatewayProxyEvent, optional = false, largestBytes = LARGEST_BODY_BYTES): unknown {
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '')
  if (Buffer.byteLength(text) > largestBytes)
    throw new ServiceError('payload_too_large', `The body is larger than ${largestBytes / LARGEST_BODY_BYTES} MB.`)
  if (text.trim() === '' && optional) return {}
  const contentType = event.headers['content-type'] ?? ''
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType))
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as JSON with the header Content-Type: application/json.',
    )
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('validation_error', 'The body must be a JSON object.', [
      { path: '', message: 'must be a JSON object' },
    ])
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is no valid JSON.', undefined, { cause })
  }
}
