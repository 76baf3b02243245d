import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliveryGroup, isSlowAt, markIfSlow } from './slow-endpoints.ts'

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
  ['a fast response', webhook, 999, false, 0],
  ['a slow response', webhook, 1000, true, 1],
  ['a slow response of an endpoint that was marked earlier', { ...webhook, slowUntil: NOW + 149_999 }, 10_000, true, 1],
  ['a slow response of a marked endpoint', { ...webhook, slowUntil: NOW + 150_000 }, 10_000, true, 0],
])('%s', async (_, marked, durationMs, isSlow, writes) => {
  dynamodb.on(UpdateCommand).resolves({})
  expect(await markIfSlow(marked, durationMs, NOW)).toBe(isSlow)
  expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(writes)
})

test('an endpoint is slow for five minutes', async () => {
  dynamodb.on(UpdateCommand).resolves({})
  await markIfSlow(webhook, 1000, NOW)
  const [call] = dynamodb.commandCalls(UpdateCommand)
  const slowUntil = Object.values(call?.args[0].input.ExpressionAttributeValues ?? {}).find(
    (value) => value === NOW + 300_000,
  )
  expect(isSlowAt({ slowUntil }, NOW + 299_999)).toBe(true)
  expect(isSlowAt({ slowUntil }, NOW + 300_000)).toBe(false)
})
