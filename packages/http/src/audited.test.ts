import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { updateWebhook } from '@replywright/contract/dashboard/webhooks.ts'
import { proxyPost } from '@replywright/contract/proxy.ts'
import { replayFailed } from '@replywright/contract/replays.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { audited } from './audited.ts'
import { compared } from './compared.ts'

vi.stubEnv('TABLE_NAME', 'table')
vi.stubEnv('AWS_REGION', 'eu-west-1')
const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => dynamodb.reset())
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

const caller: Caller = { userId: 'u', organizationId: 'o', role: 'admin', permission: 'full', groups: [] }

test.each([
  { endpoint: replayFailed, dryRun: true, entries: 0 },
  { endpoint: replayFailed, dryRun: false, entries: 1 },
  { endpoint: proxyPost, dryRun: true, entries: 1 },
])(
  '$endpoint.summary with dryRun: $dryRun: $entries entries in the audit log',
  async ({ endpoint, dryRun, entries }) => {
    dynamodb.onAnyCommand().resolves({})
    const event = Object.assign(Object.create(null), { headers: {}, requestContext: { requestId: 'r', identity: {} } })
    const request = { caller, event, params: {}, body: { dryRun } }
    expect(await audited(endpoint, request, async () => 'result')).toBe('result')
    expect(dynamodb.commandCalls(PutCommand)).toHaveLength(entries)
  },
)

test('an entry has the old and the new values of fields that are not secret, and the name of the object', async () => {
  dynamodb.onAnyCommand().resolves({})
  const event = Object.assign(Object.create(null), { headers: {}, requestContext: { requestId: 'r', identity: {} } })
  const readBefore = async () => ({ id: 'w', name: 'Orders', url: 'https://a', headers: { 'X-Key': 'old' }, health: 1 })
  const after = { id: 'w', name: 'Orders EU', url: 'https://a', headers: { 'X-Key': 'new' }, health: 2 }
  const comparison = compared(updateWebhook, readBefore)(undefined)
  await audited(updateWebhook, { caller, event, params: { id: 'w' }, body: {}, comparison }, async () => after)
  const [settled] = dynamodb.commandCalls(UpdateCommand)
  const values = Object.values(settled?.args[0].input.ExpressionAttributeValues ?? {})
  expect(values).toEqual(
    expect.arrayContaining(['Orders EU', [{ field: 'name', before: 'Orders', after: 'Orders EU' }]]),
  )
  expect(JSON.stringify(dynamodb.calls().map(({ args }) => args[0].input))).not.toMatch(/old|new|health/)
})

test('an operation fails with its own error if the object cannot be read before it', async () => {
  dynamodb.onAnyCommand().resolves({})
  const event = Object.assign(Object.create(null), { headers: {}, requestContext: { requestId: 'r', identity: {} } })
  const readBefore = () => Promise.reject(new Error('before'))
  const run = () => Promise.reject(new Error('own'))
  const comparison = compared(updateWebhook, readBefore)(undefined)
  const request = { caller, event, params: { id: 'w' }, body: {}, comparison }
  await expect(audited(updateWebhook, request, run)).rejects.toThrow('own')
})
