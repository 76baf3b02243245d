import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { deliveryQueue, isSlowAt, markIfSlow } from './slow-endpoints.ts'

const NOW = 1_795_167_600_000
const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => dynamodb.reset())
afterAll(() => dynamodb.restore())

const webhook = { organizationId: 'o1', id: 'w1' }
const clock = () => NOW
const inTime = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('deliveries to slow endpoints have a queue of their own', () => {
  expect([false, true].map(deliveryQueue)).toEqual(['deliveries', 'slow-deliveries'])
})

test.each([
  ['an endpoint', webhook, 1],
  ['an endpoint that was marked earlier', { ...webhook, slowUntil: NOW + 149_999 }, 1],
  ['no endpoint that was marked recently', { ...webhook, slowUntil: NOW + 150_000 }, 0],
])('marks %s whose response takes longer than a second, before it ends', async (_, marked, writes) => {
  dynamodb.on(UpdateCommand).resolves({})
  expect(await markIfSlow(marked, new Promise(() => {}), clock)).toBe(true)
  expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(writes)
})

test('a response within a second is not slow', async () => {
  expect(await markIfSlow(webhook, inTime(500), clock)).toBe(false)
  expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(0)
})

test('an endpoint that cannot be marked is slow nevertheless', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValueOnce(true)
  dynamodb.on(UpdateCommand).rejects(new Error('the table does not respond'))
  expect(await markIfSlow(webhook, new Promise(() => {}), clock)).toBe(true)
})

test('an endpoint is slow for five minutes', async () => {
  dynamodb.on(UpdateCommand).resolves({})
  await markIfSlow(webhook, new Promise(() => {}), clock)
  const [call] = dynamodb.commandCalls(UpdateCommand)
  const slowUntil = Object.values(call?.args[0].input.ExpressionAttributeValues ?? {}).find(
    (value) => value === NOW + 300_000,
  )
  expect(isSlowAt({ slowUntil }, NOW + 299_999)).toBe(true)
  expect(isSlowAt({ slowUntil }, NOW + 300_000)).toBe(false)
})
