import { expect, test } from 'vitest'
import { daysWithMessage, outboundEvents, senderOf } from './report-message.ts'

const now = 5000
const taken = { takenAt: 1000 }
const sent = { event: 'message.sent', at: 1000 }
const status = (name: string, at = now) => ({ event: `message.status.${name}`, at })

test.each([
  ['an acceptance', {}, { acceptedAt: 4000, status: 'sent' }, [sent, status('sent')]],
  ['a status before the response', {}, { acceptedAt: 4000, status: 'delivered' }, [sent, status('delivered')]],
  [
    'a response after a status',
    { acceptedAt: 4000, status: 'delivered' },
    { acceptedAt: 4500, status: 'delivered' },
    [],
  ],
  ['a later status', { acceptedAt: 4000, status: 'sent' }, { acceptedAt: 4000, status: 'read' }, [status('read')]],
  ['a failure without a response', {}, { status: 'failed' }, [status('failed')]],
  ['a refusal', {}, { status: 'failed', refused: true }, [status('failed', 1000)]],
] as const)('returns the events of %s', (_, before, after, events) => {
  expect(outboundEvents(before, { ...taken, ...after }, now)).toEqual(events)
})

test.each([
  [{ role: 'assistant' }, 'agent'],
  [{ role: 'human', author: { userId: 'u' } }, 'person'],
  [{ role: 'human', author: { keyName: 'k' } }, 'api'],
  [{ role: 'human' }, 'phone_app'],
] as const)('names the sender of %j', (message, sender) => {
  expect(senderOf(message)).toBe(sender)
})

const DAY = 86_400_000

test.each([
  ['a message that is kept for a year', 365, 0, 30, 30],
  ['a message that is kept as long as its deliveries', 30, 2000, 30, 29],
  ['a status on the sixth of seven days', 7, 6 * DAY, 7, 2],
  ['a status on the second of seven days', 7, DAY, 7, 6],
  ['a status of a message that has expired', 7, 8 * DAY, 7, 2],
  ['an organisation that keeps deliveries for a day', 7, 6 * DAY, 1, 1],
])('keeps a delivery of %s', (_, messageDays, at, deliveryDays, days) => {
  expect(daysWithMessage(at, deliveryDays, { expiresAt: (messageDays * DAY) / 1000 })).toBe(days)
})
