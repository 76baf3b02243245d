import { expect, test } from 'vitest'
import { organizationOfLink } from './organization-link.ts'

const ID = '01a2239e-5c1b-7d3e-8f00-1234567890ab'

test.each([
  ['/webhooks/1', undefined, '/webhooks/1'],
  [`/webhooks/1?organization=${ID}`, ID, '/webhooks/1'],
  [`/conversations/1?message=2&organization=${ID}#end`, ID, '/conversations/1?message=2#end'],
  [`/?organization=${ID}`, ID, '/'],
  ['/agents/1?organization=%0d%0aX-Evil', undefined, '/agents/1'],
  ['/agents/1?organization=', undefined, '/agents/1'],
])('%s opens in %s', (href, organization, page) => {
  expect(organizationOfLink(href)).toEqual({ organization, page })
})
