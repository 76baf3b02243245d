import type { Origin } from '@replywright/core/platform/request.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

const LONGEST_USER_AGENT = 300

/**
 * Returns where a request came from. CloudFront appends the client's address to X-Forwarded-For, and API Gateway appends
 * CloudFront's. Without CloudFront, the address is that of the connection. Header names are in lower case. A client that
 * calls API Gateway directly can forge CloudFront's headers, so the address is information, not proof.
 */
export function originOf({ headers, requestContext }: APIGatewayProxyEvent): Origin {
  const { requestId, identity } = requestContext
  const isForwarded = /\.cloudfront\.net\b/.test(headers.via ?? '')
  const forwarded = (headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim())
  return {
    requestId,
    sourceIp: (isForwarded ? forwarded.at(-2) : undefined) || identity.sourceIp || '',
    userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
  }
}
