import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runOnce } from './idempotency.ts'

const table = mockClient(DynamoDBDocumentClient)
beforeEach(() => {
  table.reset()
  table.on(PutCommand).resolves({})
})
afterAll(() => table.restore())

const REQUEST = { organizationId: 'o', key: 'k', content: '{}' }
const stored = () =>
  table.commandCalls(UpdateCommand).map(({ args }) => Object.values(args[0].input.ExpressionAttributeNames ?? {}))
const runWith = (result: string) => runOnce(REQUEST, Date.now(), { run: async () => result })

test('a response is measured in the bytes that are stored, not in characters', async () => {
  table.on(UpdateCommand).resolves({})
  expect(await runWith('a'.repeat(300 * 1024))).toHaveLength(300 * 1024)
  expect(await runWith('ä'.repeat(300 * 1024))).toHaveLength(300 * 1024)
  expect(stored()).toEqual([expect.arrayContaining(['answer']), expect.arrayContaining(['isLarge'])])
})

test('a request whose response cannot be stored has its effect once: its key is not used again', async () => {
  table.on(UpdateCommand).rejects(new Error('throttled'))
  expect(await runWith('sent')).toBe('sent')
  expect(stored().flat()).not.toContain('failed')
})

test('a request that fails can be repeated at once', async () => {
  table.on(UpdateCommand).resolves({})
  const run = () => Promise.reject(new Error('down'))
  await expect(runOnce(REQUEST, Date.now(), { run })).rejects.toThrow('down')
  expect(stored()).toEqual([expect.arrayContaining(['failed'])])
})
