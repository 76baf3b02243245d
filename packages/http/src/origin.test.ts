import { expect, test } from 'vitest'
import { originOf } from './origin.ts'
import type { RouteEvent } from './stack.ts'

const CLOUDFRONT = '198.51.100.7'

/** `forwarded`: as API Gateway passes it, with the address that connected at the end. */
function originWith(forwarded: string | undefined, sourceIp = CLOUDFRONT) {
  const event: RouteEvent = Object.assign(Object.create(null), {
    headers: { 'user-agent': 'curl/8', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    requestContext: { requestId: 'r', identity: { sourceIp } },
  })
  return originOf(event)
}

test.each([
  ['through CloudFront', `192.0.2.1, ${CLOUDFRONT}`, '192.0.2.1'],
  ['through CloudFront, of a client that sends the header, too', `203.0.113.66, 192.0.2.1, ${CLOUDFRONT}`, '192.0.2.1'],
  ['through CloudFront, by IPv6', `2001:db8::1, ${CLOUDFRONT}`, '2001:db8::1'],
  ['without a proxy', CLOUDFRONT, undefined],
  ['without the header', undefined, undefined],
  ['with a text instead of an address', `<b>admin</b>, ${CLOUDFRONT}`, undefined],
  ['with an empty address', `, ${CLOUDFRONT}`, undefined],
])(
  'a request %s has the address that connected, and the one that the header claims beside it',
  (_, header, claimed) => {
    const origin = { requestId: 'r', sourceIp: CLOUDFRONT, userAgent: 'curl/8' }
    expect(originWith(header)).toEqual({ ...origin, ...(claimed !== undefined && { forwardedFor: claimed }) })
  },
)
