import { setImmediate } from 'node:timers/promises'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { isUseDue, noteUse, usesNoted } from './note-use.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())

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
