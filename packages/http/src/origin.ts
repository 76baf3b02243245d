import { isIP } from 'node:net'
import type { Origin } from '@replywright/core/platform/request.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

const LONGEST_USER_AGENT = 300

/**
 * Returns where a request came from: the address that connected, which cannot be forged, and the address that
 * X-Forwarded-For has before it. CloudFront and other proxies append the address of their client to this header, and API
 * Gateway appends the address that connected. Header names are in lower case.
 */
export function originOf({ headers, requestContext }: APIGatewayProxyEvent): Origin {
  const { requestId, identity } = requestContext
  const claimed = (headers['x-forwarded-for'] ?? '').split(',').at(-2)?.trim() ?? ''
  return {
    requestId,
    sourceIp: identity.sourceIp ?? '',
    ...(isIP(claimed) > 0 && { forwardedFor: claimed }),
    userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
  }
}
