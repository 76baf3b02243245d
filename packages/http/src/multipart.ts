import type { APIGatewayProxyEvent } from 'aws-lambda'

/** Whether a request, its header names in lower case, says that its body is a form. */
export function isMultipart({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')
}

/**
 * The body of a request as it is compared with a repeat of it: clients choose a new boundary each time they send a form.
 */
export function comparableBody(event: APIGatewayProxyEvent): string | null {
  if (!event.body || !isMultipart(event)) return event.body
  const [, boundary = ''] = /boundary="?([^";]+)/i.exec(event.headers['content-type'] ?? '') ?? []
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('latin1') : event.body
  return boundary === '' ? text : text.replaceAll(boundary, '')
}
