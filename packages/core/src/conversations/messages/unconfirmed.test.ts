import { expect, test } from 'vitest'
import { isUnconfirmed, notUnconfirmed } from './unconfirmed.ts'

const NOW = 1_000_000
const SENT = { direction: 'outbound', waId: '', takenAt: NOW - 120_000 } as const

test.each([
  [true, 'two minutes ago', {}],
  [false, 'just before', { takenAt: NOW - 119_999 }],
  [false, 'sent again just now', { resentAt: NOW - 1 }],
  [true, 'sent again two minutes ago', { takenAt: 0, resentAt: NOW - 120_000 }],
  [false, 'sent', { status: 'sent' as const }],
  [false, 'failed', { status: 'failed' as const }],
  [false, 'accepted by the channel', { waId: 'wamid.1' }],
  [false, 'inbound', { direction: 'inbound' as const }],
])('%s: %s', (expected, _, more) => {
  expect(isUnconfirmed({ ...SENT, ...more }, NOW)).toBe(expected)
})

test.each([
  ['outcome_pending', {}],
  ['outcome_known', { status: 'delivered' as const }],
  ['outcome_known', { waId: 'wamid.1' }],
])('the reason is %s', (reason, more) => {
  expect(notUnconfirmed({ ...SENT, ...more })).toMatchObject({ code: 'conflict', reason })
})
