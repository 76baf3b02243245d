import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageStatus } from '../../channel/port.ts'
import { overwrittenBy, replaces } from './apply-status.ts'

function after(reports: readonly MessageStatus[]): MessageStatus | undefined {
  let status: MessageStatus | undefined
  for (const report of reports) if (!status || overwrittenBy(report).includes(status)) status = report
  return status
}

test.each([
  [['sent', 'delivered', 'read'], 'read'],
  [['read', 'sent', 'delivered'], 'read'],
  [['delivered', 'sent', 'delivered'], 'delivered'],
  [['sent', 'failed'], 'failed'],
  [['failed', 'sent'], 'failed'],
  [['failed', 'delivered'], 'failed'],
  [['delivered', 'failed'], 'delivered'],
  [['read', 'failed', 'sent'], 'read'],
] as const)('%o ends as %s', (reports, status) => {
  expect(after(reports)).toBe(status)
})

test('the order of reports without a failure does not matter', () => {
  const reports = fc.uniqueArray(fc.constantFrom<MessageStatus[]>('sent', 'delivered', 'read'), { minLength: 1 })
  fc.assert(
    fc.property(reports, (some) => {
      const furthest = (['read', 'delivered', 'sent'] as const).find((status) => some.includes(status))
      expect(after(some)).toBe(furthest)
      expect(after([...some, ...some])).toBe(furthest)
    }),
  )
})

test.each([
  ['sent', 'delivered', false],
  ['sent', 'failed', true],
  ['delivered', 'delivered', true],
  ['delivered', 'failed', true],
  ['read', 'delivered', true],
  ['failed', 'delivered', true],
] as const)('the status %s replaces what a person marked as %s: %s', (status, marked, expected) => {
  expect(replaces(status, { status: marked, markedAt: 1 })).toBe(expected)
})
