import type { DynamoDBRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { expiredOf } from './conversations.ts'

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
