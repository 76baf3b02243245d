import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { invalidField } from '@messaging/core/platform/errors.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/** Returns the ETag of a revision. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * Returns the revision in `If-Match`, or undefined without a condition. Accepts weak ETags, which proxies create. Only
 * changes of a versioned resource read the header.
 */
export function expectedRevision(
  { method, versioned }: Pick<Endpoint, 'method' | 'versioned'>,
  { headers }: Pick<APIGatewayProxyEvent, 'headers'>,
): number | undefined {
  if (!versioned || method === 'GET') return undefined
  const condition = headers['if-match']?.trim()
  if (condition === undefined || condition === '' || condition === '*') return undefined
  const [, digits] = /^(?:W\/)?"(\d{1,15})"$/.exec(condition) ?? []
  if (digits === undefined) throw invalidField('If-Match', 'must be the ETag of a response')
  return Number(digits)
}
