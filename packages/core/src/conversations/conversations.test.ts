import type { DynamoDBRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { endOfConversation, expiredOf } from './conversations.ts'

const userIdentity = { type: 'Service', principalId: 'dynamodb.amazonaws.com' }
const keys = (pk: string, sk: string): DynamoDBRecord => ({
  eventName: 'REMOVE',
  userIdentity,
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
})

test('a record of an expired check names the conversation', () => {
  expect(expiredOf(keys('c#o1#c1', 'expiry'))).toEqual({ organizationId: 'o1', conversationId: 'c1' })
})

test.each([
  ['a deletion by the service', { ...keys('c#o1#c1', 'expiry'), userIdentity: undefined }],
  ['a new check', { ...keys('c#o1#c1', 'expiry'), eventName: 'INSERT' as const }],
  ['an expired message', keys('c#o1#c1', 'm#1')],
  ['an expired delivery', keys('d#w1#0', 'expiry')],
])('%s does not', (_, record) => {
  expect(expiredOf(record)).toBeUndefined()
})

const NOW = 1_795_167_600_000
const SECONDS = NOW / 1000
const DAY = 86_400

test.each([
  ['the retention after it was created', {}, 0, SECONDS + 10 * DAY],
  ['the retention after its last message', { lastMessageAt: NOW + 5000 }, 0, SECONDS + 5 + 10 * DAY],
  ['a message from before the retention was shortened', {}, SECONDS + 30 * DAY, SECONDS + 30 * DAY],
  ['a schedule of its service window', { armed: NOW + 11 * DAY * 1000 }, 0, SECONDS + 11 * DAY],
  ['a takeover', { humanTakeoverUntil: NOW + 12 * DAY * 1000 }, 0, SECONDS + 12 * DAY],
])('a conversation is retained for %s', (_, conversation, messagesUntil, expected) => {
  expect(endOfConversation({ createdAt: NOW, ...conversation }, messagesUntil, 10)).toBe(expected)
})
