import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, expect, test } from 'vitest'
import { limitRequests } from './limit-requests.ts'

const table = mockClient(DynamoDBDocumentClient)
afterAll(() => table.restore())
afterEach(() => table.reset())

const NOW = Date.UTC(2026, 0, 1, 12, 0, 20)
const counted = (count: number) => table.on(UpdateCommand).resolves({ Attributes: { count } })

test('counts a write as 1 and a sampled read as 10', async () => {
  counted(1)
  await limitRequests('a', 'write', NOW)
  await limitRequests('a', 'read', NOW, () => 0.1)
  expect(table.calls()).toHaveLength(1)
  await limitRequests('a', 'read', NOW, () => 0.09)
  const added = table.commandCalls(UpdateCommand).map(({ args }) => args[0].input.ExpressionAttributeValues)
  expect(added).toMatchObject([{ ':count_u0': 1 }, { ':count_u0': 10 }])
})

test('rejects every request of a user above the limit', async () => {
  counted(601)
  await expect(limitRequests('b', 'write', NOW)).rejects.toMatchObject({ retryAfterSeconds: 40 })
  await expect(limitRequests('b', 'read', NOW + 1000, () => 0.9)).rejects.toMatchObject({ retryAfterSeconds: 39 })
  expect(table.calls()).toHaveLength(1)
  counted(600)
  await limitRequests('c', 'write', NOW)
})
