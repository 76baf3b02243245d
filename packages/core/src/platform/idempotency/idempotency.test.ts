import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideRepeat, MAX_RUN_MILLISECONDS, runOnce } from './idempotency.ts'

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

const NOW = 1_795_167_600_000
const interrupted = { startedAt: NOW - MAX_RUN_MILLISECONDS - 1 }

test.each([
  ['a finished request returns its response', { answer: '{}' }, 'mine', { kind: 'repeat', response: '{}' }],
  ['an empty response is a response', { answer: '' }, 'mine', { kind: 'repeat', response: '' }],
  ['another request cannot use the key of a finished one', { answer: '{}' }, 'other', { kind: 'other-request' }],
  ['a running request is in progress', {}, 'mine', { kind: 'in-progress' }],
  ['another request cannot use the key of a running one', {}, 'other', { kind: 'other-request' }],
  [
    'a request with a response too large to store does not run again',
    { isLarge: true },
    'mine',
    { kind: 'not-stored' },
  ],
  [
    'a request with such a response is final, however old',
    { isLarge: true, ...interrupted },
    'mine',
    { kind: 'not-stored' },
  ],
  ['another request cannot use the key of such a one', { isLarge: true }, 'other', { kind: 'other-request' }],
  ['a failed request runs again', { failed: true }, 'mine', { kind: 'again' }],
  ['another request may use the key of a failed one', { failed: true }, 'other', { kind: 'again' }],
  ['an interrupted request runs again', interrupted, 'mine', { kind: 'again' }],
  ['another request cannot use the key of an interrupted one', interrupted, 'other', { kind: 'other-request' }],
  [
    'a request of a minute ago may still run',
    { startedAt: interrupted.startedAt + 1 },
    'mine',
    { kind: 'in-progress' },
  ],
] as const)('%s', (_, last, fingerprint, decision) => {
  expect(decideRepeat({ fingerprint: 'mine', startedAt: NOW, ...last }, fingerprint, NOW)).toEqual(decision)
})
