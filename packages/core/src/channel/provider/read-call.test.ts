import { expect, test } from 'vitest'
import { readCall } from './read-call.ts'

const call = {
  id: 'wacid.1',
  from: '447700900200',
  to: '447700900100',
  timestamp: '1800000000',
  direction: 'USER_INITIATED',
}

test("a customer's call opens the window, and is answered by no agent", () => {
  expect(readCall('7', { ...call, event: 'connect', session: { sdp: 'v=0' } }, [])).toMatchObject({
    waId: 'wacid.1',
    type: 'call',
    contactNumber: '447700900200',
    opensWindow: true,
    awaitsReply: false,
    detail: { event: 'connect' },
  })
})

test('the end of a call that nobody answered is a missed call', () => {
  for (const status of ['FAILED', 'REJECTED', undefined]) {
    const missed = readCall('7', { ...call, event: 'terminate', status }, [])
    expect(missed).toMatchObject({ waId: 'wacid.1:missed', isMissedCall: true, opensWindow: true })
    expect(missed).not.toHaveProperty('awaitsReply')
  }
})

const NOTICE = { fromCustomer: false, opensWindow: false, awaitsReply: false, contactNumber: '447700900200' }
const BUSINESS = { ...call, from: call.to, to: call.from, direction: 'BUSINESS_INITIATED' }
test.each([
  [
    { ...call, event: 'terminate', status: 'COMPLETED', duration: '4' },
    { waId: 'wacid.1:ended', detail: { event: 'ended', status: 'COMPLETED', duration: 4 } },
  ],
  [
    { ...BUSINESS, event: 'connect' },
    { waId: 'wacid.1', detail: { event: 'connect', direction: 'outbound' } },
  ],
  [
    { ...BUSINESS, event: 'terminate', status: 'FAILED' },
    { waId: 'wacid.1:ended', detail: { event: 'ended', direction: 'outbound', status: 'FAILED' } },
  ],
])('a call that needs no answer is a notice: %j', (raw, expected) => {
  expect(readCall('7', raw, [])).toMatchObject({ ...NOTICE, ...expected })
})

test.each([
  [{ ...call, event: 'ring' }, { unreadable: 'a call with an unknown event' }],
  [{ ...call, event: 'connect', from: undefined }, { unreadable: 'a call without a sender' }],
  [{ event: 'connect' }, { unreadable: 'a call without id and event' }],
])('%j is %j', (raw, expected) => {
  expect(readCall('7', raw, [])).toEqual(expected)
})

test('a customer who hides the number calls by user id', () => {
  const contacts = [{ user_id: 'GB.9', profile: { name: 'Sam' } }]
  const hidden = { ...call, from: undefined, from_user_id: 'GB.9', event: 'connect' }
  expect(readCall('7', hidden, contacts)).toMatchObject({ contactUserId: 'GB.9', contactName: 'Sam' })
})
