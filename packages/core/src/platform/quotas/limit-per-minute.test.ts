import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, expect, test } from 'vitest'
import { limitPerMinute, rejectLimited } from './limit-per-minute.ts'

const table = mockClient(DynamoDBDocumentClient)
afterAll(() => table.restore())
afterEach(() => table.reset())

const NOW = Date.UTC(2026, 0, 1, 12, 0, 20)
const counted = (count: number) => table.on(UpdateCommand).resolves({ Attributes: { count } })

test('rejects a subject above the limit until the minute ends, without counting, and no other', async () => {
  counted(11)
  await expect(limitPerMinute('a', 1, 10, NOW)).rejects.toMatchObject({ retryAfterSeconds: 40 })
  await expect(limitPerMinute('a', 1, 10, NOW + 1000)).rejects.toMatchObject({ retryAfterSeconds: 39 })
  expect(() => rejectLimited('a', NOW + 1000)).toThrow('Too many requests')
  expect(table.calls()).toHaveLength(1)
  counted(10)
  await limitPerMinute('b', 1, 10, NOW)
  await limitPerMinute('a', 1, 10, NOW + 40_000)
})

test('accepts a request if counting fails', async () => {
  table.on(UpdateCommand).rejects(new Error('throttled'))
  await limitPerMinute('c', 1, 10, NOW)
  await limitPerMinute('c', 1, 10, NOW)
  expect(table.commandCalls(UpdateCommand)).toHaveLength(2)
})
