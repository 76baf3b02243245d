import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliveryGroup, isSlowAt, isSlowResponse, markSlow } from './slow-endpoints.ts'

const NOW = 1_795_167_600_000
const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => dynamodb.reset())
afterAll(() => dynamodb.restore())

const webhook = { organizationId: 'o1', id: 'w1' }

test('all endpoints of an organisation share a group, except the slow ones', () => {
  expect(deliveryGroup('o1')).toBe('o1')
  expect(deliveryGroup('o1', true)).toBe('slow:o1')
})

test.each([
  ['an endpoint', webhook, 1],
  ['an endpoint that was marked earlier', { ...webhook, slowUntil: NOW + 149_999 }, 1],
  ['no endpoint that was marked recently', { ...webhook, slowUntil: NOW + 150_000 }, 0],
])('marks %s', async (_, marked, writes) => {
  dynamodb.on(UpdateCommand).resolves({})
  await markSlow(marked, NOW)
  expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(writes)
})

test('a response after a second is slow', () => {
  expect([isSlowResponse(999), isSlowResponse(1000)]).toEqual([false, true])
})

test('an endpoint is slow for five minutes', async () => {
  dynamodb.on(UpdateCommand).resolves({})
  await markSlow(webhook, NOW)
  const [call] = dynamodb.commandCalls(UpdateCommand)
  const slowUntil = Object.values(call?.args[0].input.ExpressionAttributeValues ?? {}).find(
    (value) => value === NOW + 300_000,
  )
  expect(isSlowAt({ slowUntil }, NOW + 299_999)).toBe(true)
  expect(isSlowAt({ slowUntil }, NOW + 300_000)).toBe(false)
})
