import type { APIGatewayProxyEvent } from 'aws-lambda'

/** Returns whether the body of a request is a form. Header names are in lower case. */
export function isMultipart({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')
}

/** Returns the body without the form boundary, which is new in each repeat, to compare it with a repeat. */
export function comparableBody(event: APIGatewayProxyEvent): string | null {
  if (!event.body || !isMultipart(event)) return event.body
  const [, boundary = ''] = /boundary="?([^";]+)/i.exec(event.headers['content-type'] ?? '') ?? []
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('latin1') : event.body
  return boundary === '' ? text : text.replaceAll(boundary, '')
}
