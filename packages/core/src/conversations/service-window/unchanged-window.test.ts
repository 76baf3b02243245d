import { expect, test } from 'vitest'
import { unchangedWindow } from './unchanged-window.ts'

const attributes = {
  lastInboundAt: 'lastInboundAt',
  armed: 'armed',
  expiringFor: 'expiringFor',
  closedFor: 'closedFor',
  routingVersion: 'routingVersion',
}
const operations = {
  eq: (attribute: string, value: number) => `${attribute} = ${value}`,
  notExists: (attribute: string) => `no ${attribute}`,
}

test('requires the same values and the same absent attributes', () => {
  expect(unchangedWindow({ lastInboundAt: 5, routingVersion: 0 })(attributes, operations)).toBe(
    'lastInboundAt = 5 AND no armed AND no expiringFor AND no closedFor AND routingVersion = 0',
  )
  const later = { lastInboundAt: 5, armed: 9, expiringFor: 5, closedFor: 3, routingVersion: 2 }
  expect(unchangedWindow(later)(attributes, operations)).toBe(
    'lastInboundAt = 5 AND armed = 9 AND expiringFor = 5 AND closedFor = 3 AND routingVersion = 2',
  )
})
