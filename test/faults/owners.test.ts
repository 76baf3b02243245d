import type { DisturbableCall } from '@replywright/cloud/faults'
import { expect, test } from 'vitest'
import { Owners } from './owners.ts'
import type { Tenant } from './tenant.ts'

const tenant = (...marks: string[]): Tenant => ({
  organizationId: '',
  userId: '',
  apiKey: '',
  phoneNumberId: '',
  number: '',
  customer: '',
  conversationId: '',
  webhooks: [],
  marks,
})
const call = (request: string, event?: string): DisturbableCall => ({
  by: 'function',
  function: undefined,
  service: 'dynamodb',
  action: 'PutItem',
  request,
  event,
})

test('a call belongs to every tenant whose mark is in its request, within any text', () => {
  const [acme, other] = [tenant('acme', '4478'), tenant('other.1')]
  const owners = new Owners()
  expect(owners.of(call('acme'))).toEqual([])
  owners.add(acme)
  owners.add(other)
  expect(owners.of(call('idempotency#acme#key'))).toEqual([acme])
  expect(owners.of(call('x44789 acme other.1'))).toEqual([acme, other])
  expect(owners.of(call('other-1'))).toEqual([])
})

test('a tenant that is added later is found from then on', () => {
  const [acme, late] = [tenant('acme'), tenant('late')]
  const owners = new Owners()
  owners.add(acme)
  expect(owners.of(call('late'))).toEqual([])
  owners.add(late)
  expect(owners.of(call('late'))).toEqual([late])
})

test('a call without a mark belongs to the tenant of the message with its receipt handle', () => {
  const acme = tenant('acme')
  const owners = new Owners()
  owners.add(acme)
  const event = JSON.stringify({
    Records: [
      { receiptHandle: 'r1', body: 'acme' },
      { receiptHandle: 'r2', body: 'none' },
    ],
  })
  expect(owners.of(call('ReceiptHandle r1', event))).toEqual([acme])
  expect(owners.of(call('ReceiptHandle r2', event))).toEqual([])
})
