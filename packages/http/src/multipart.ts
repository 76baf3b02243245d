import { ServiceError } from '@messaging/core/platform/errors.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/** Returns whether the body of a request is a form. Header names are in lower case. */
export function isMultipart({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** @throws ServiceError 415 for a form whose content type has no boundary */
export function assertBoundary(event: Pick<APIGatewayProxyEvent, 'headers'>): void {
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
