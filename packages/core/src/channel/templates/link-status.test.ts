import { expect, test } from 'vitest'
import { linkStatus, rejectionReason } from './link-status.ts'

test.each([
  ['APPROVED', 'APPROVED'],
  ['REINSTATED', 'APPROVED'],
  ['FLAGGED', 'APPROVED'],
  ['PENDING', 'PENDING'],
  ['IN_APPEAL', 'PENDING'],
  ['REJECTED', 'REJECTED'],
  ['PAUSED', 'PAUSED'],
  ['DISABLED', 'DISABLED'],
  ['LOCKED', 'DISABLED'],
  ['DELETED', 'DRAFT'],
  ['PENDING_DELETION', 'DRAFT'],
  ['toString', undefined],
  ['approved', undefined],
])('%s at the provider is %s here', (provider, ours) => {
  expect(linkStatus(provider)).toBe(ours)
})

test('no reason is an empty one', () => {
  expect([null, undefined, 'NONE', 'SCAM'].map(rejectionReason)).toEqual(['', '', '', 'SCAM'])
})
