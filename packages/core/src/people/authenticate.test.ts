import { setImmediate } from 'node:timers/promises'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { isUseDue, limitRequests, noteUse, usesNoted } from './authenticate.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())
afterEach(() => dynamodb.reset())

const HOUR = 3_600_000
const NOW = 1_795_000_000_000
const KEY = {
  gatewayKeyId: 'k',
  organizationId: 'o',
  userId: 'u',
  name: 'Shop',
  permission: 'full',
  prefix: 'p',
  hash: 'h',
  status: 'active',
  createdAt: 0,
  listedIn: 'o',
} as const

test.each([
  ['for a key that was never used', { listedIn: 'o' }, true],
  ['an hour after the last use', { listedIn: 'o', lastUsedAt: NOW - HOUR }, true],
  ['within the hour', { listedIn: 'o', lastUsedAt: NOW - HOUR + 1 }, false],
  ['for a key that is not listed', { lastUsedAt: NOW }, true],
])('records a use %s: %o → %s', (_, key, due) => {
  expect(isUseDue(key, NOW)).toBe(due)
})

test('waits until a use is recorded, and ignores an error', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  dynamodb.on(UpdateCommand).callsFake(() => promise)
  noteUse({ ...KEY, lastUsedAt: NOW }, NOW)
  await usesNoted()
  expect(dynamodb.calls()).toHaveLength(0)
  noteUse(KEY, NOW)
  const isNoted = vi.fn()
  const noted = usesNoted().then(isNoted)
  await setImmediate()
  expect(isNoted).not.toHaveBeenCalled()
  reject(Object.assign(new Error('throttled'), { name: 'ValidationException' }))
  await noted
  expect(dynamodb.calls()).toHaveLength(1)
})

/** 40 seconds before the next minute. */
const MINUTE = Date.UTC(2026, 0, 1, 12, 0, 20)
const counted = (count: number) => dynamodb.on(UpdateCommand).resolves({ Attributes: { count } })

test('counts a write as 1 and a sampled read as 10', async () => {
  counted(1)
  await limitRequests('a', 'write', MINUTE)
  await limitRequests('a', 'read', MINUTE, () => 0.1)
  expect(dynamodb.calls()).toHaveLength(1)
  await limitRequests('a', 'read', MINUTE, () => 0.09)
  const added = dynamodb.commandCalls(UpdateCommand).map(({ args }) => args[0].input.ExpressionAttributeValues)
  expect(added).toMatchObject([{ ':count_u0': 1 }, { ':count_u0': 10 }])
})

test('rejects every request of a user above the limit', async () => {
  counted(601)
  await expect(limitRequests('b', 'write', MINUTE)).rejects.toMatchObject({ retryAfterSeconds: 40 })
  await expect(limitRequests('b', 'read', MINUTE + 1000, () => 0.9)).rejects.toMatchObject({ retryAfterSeconds: 39 })
  expect(dynamodb.calls()).toHaveLength(1)
  counted(600)
  await limitRequests('c', 'write', MINUTE)
})
