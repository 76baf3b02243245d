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
])('maps the provider’s %s to %s', (provider, ours) => {
  expect(linkStatus(provider)).toBe(ours)
})

test('returns an empty reason for none', () => {
  expect([null, undefined, 'NONE', 'SCAM'].map(rejectionReason)).toEqual(['', '', '', 'SCAM'])
})
