import type { DeadLetter } from '@messaging/contract/dashboard/operations.ts'
import { expect, test } from 'vitest'
import { letterGroups } from './letter-groups.ts'

const letter = (messageId: string, webhookId?: string, cause: string | null = 'server_error'): DeadLetter => ({
  messageId,
  sentAt: '2026-01-01T00:00:00.000Z',
  body: '{}',
  delivery: webhookId
    ? {
        id: messageId,
        organizationId: 'o',
        webhookId,
        webhookName: webhookId,
        status: 'failed',
        cause,
        attemptCount: 4,
      }
    : null,
})
const groupsOf = (...letters: DeadLetter[]) =>
  letterGroups(letters).map(({ delivery, letters: members }) => [
    delivery && `${delivery.webhookName}: ${delivery.cause}`,
    members.map(({ messageId }) => messageId).join(''),
  ])

test('dead letters are grouped by endpoint and cause, the largest group first', () => {
  const letters = [letter('a', 'shop'), letter('b', 'bank'), letter('c', 'shop', 'timeout'), letter('d', 'bank')]
  expect(groupsOf(...letters)).toEqual([
    ['bank: server_error', 'bd'],
    ['shop: server_error', 'a'],
    ['shop: timeout', 'c'],
  ])
})

test('dead letters without a delivery are one group', () => {
  expect(groupsOf(letter('a'), letter('b'))).toEqual([[null, 'ab']])
  expect(groupsOf()).toEqual([])
})
