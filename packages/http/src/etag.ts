import { invalidField } from '@messaging/core/platform/errors.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/** Returns the ETag of a revision. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/** Returns the revision in `If-Match`, or undefined without a condition. Accepts weak ETags, which proxies create. */
export function expectedRevision({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): number | undefined {
  const condition = headers['if-match']?.trim()
  if (condition === undefined || condition === '' || condition === '*') return undefined
  const [, digits] = /^(?:W\/)?"(\d{1,15})"$/.exec(condition) ?? []
  if (digits === undefined) throw invalidField('If-Match', 'must be the ETag of a response')
  return Number(digits)
}
