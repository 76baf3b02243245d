import { ProvisionedThroughputExceededException, ThrottlingException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { withShardsRaised } from './raise-shards.ts'
import { WebhookEntity } from './webhook-entity.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => dynamodb.reset())
afterAll(() => {
  dynamodb.restore()
  vi.restoreAllMocks()
})

const KEY = { organizationId: 'o1', webhookId: 'w1' }
const metadata = { message: 'throttled', $metadata: {} }
const hot = new ProvisionedThroughputExceededException(metadata)
const reason = (name: string) =>
  new ThrottlingException({ ...metadata, throttlingReasons: [{ reason: name, resource: 'table' }] })

/** Fails a write with `error`, and returns the numbers that are written to the webhook. */
async function raisedAfter(error: Error, shards?: number): Promise<unknown[]> {
  const stored = { organizationId: 'o1', id: 'w1', userId: 'u', name: 'n', url: 'https://e', secret: 's', createdAt: 1 }
  const webhook = {
    ...stored,
    enabled: true,
    events: ['message.received' as const],
    ...(shards && { shards, shardsRaisedAt: 1 }),
  }
  dynamodb.on(GetCommand).resolves({ Item: WebhookEntity.put(webhook).params().Item })
  dynamodb.on(UpdateCommand).resolves({})
  await expect(withShardsRaised(KEY, () => Promise.reject(error))).rejects.toBe(error)
  return dynamodb.commandCalls(UpdateCommand).map(({ args }) => args[0].input.ExpressionAttributeValues?.[':shards_u0'])
}

test.each([
  ['doubles the shards of a webhook whose partition is throttled', hot, undefined, [2]],
  ['doubles them again', hot, 8, [16]],
  ['has at most 16', hot, 16, []],
  ['knows the reason', reason('TableWriteKeyRangeThroughputExceeded'), undefined, [2]],
  ['ignores that the table is throttled', reason('TableWriteMaxOnDemandThroughputExceeded'), undefined, []],
  ['finds the reason in a wrapped error', new Error('refused', { cause: hot }), 2, [4]],
  ['ignores other errors', new Error('no connection'), undefined, []],
])('%s', async (_, error, shards, raised) => {
  expect(await raisedAfter(error, shards)).toEqual(raised)
})

test('returns the result of a write that succeeds', async () => {
  expect(await withShardsRaised(KEY, async () => 'written')).toBe('written')
})
