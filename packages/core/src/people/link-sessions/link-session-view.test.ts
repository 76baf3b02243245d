import { expect, test } from 'vitest'
import { statusAt } from './link-session-view.ts'
import { linkToken } from './link-token.ts'

const DAY = 86_400_000

test.each([
  ['PENDING', DAY - 1, 'PENDING'],
  ['PENDING', DAY, 'EXPIRED'],
  ['SUCCESS', 2 * DAY, 'SUCCESS'],
  ['FAILED', 2 * DAY, 'FAILED'],
] as const)('a %s session has, %i ms after its creation, the status %s', (status, age, expected) => {
  const createdAt = 1_795_167_600_000
  expect(statusAt({ status, createdAt }, createdAt + age)).toBe(expected)
})

test('a token has 256 bits and depends on organisation, id and key', () => {
  const key = Buffer.alloc(32, 1)
  const token = linkToken('organization', 'session', key)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(linkToken('organization', 'session', key)).toBe(token)
  const others = [
    linkToken('organization', 'other', key),
    linkToken('other', 'session', key),
    linkToken('organizationsession', '', key),
    linkToken('organization', 'session', Buffer.alloc(32, 2)),
  ]
  expect(new Set([token, ...others]).size).toBe(5)
})
