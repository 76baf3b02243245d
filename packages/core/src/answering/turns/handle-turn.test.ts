import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSRecord } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../platform/clock.ts'
import { handleTurnBatch } from './handle-turn.ts'
import { TurnEntity } from './turn-entity.ts'

vi.mock('../../platform/queues/show-again.ts', () => ({ showAgainIn: () => async () => {} }))
vi.stubEnv('TURNS_QUEUE_URL', 'https://sqs.example.com/turns')
const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

const key = { organizationId: 'o', conversationId: 'c' }
const turn = { ...key, id: newId(), sessionId: 's', agentId: 'a', covers: [], startedAt: 1, expiresAt: 1 }
const failed = { ...turn, status: 'given-up' as const, version: 1, writer: '', round: 0, tries: 4, failedAt: 2000 }

const record: SQSRecord = {
  messageId: '1',
  receiptHandle: '',
  body: JSON.stringify({ kind: 'turn', ...key, messageId: turn.id }),
  attributes: {
    ApproximateReceiveCount: '2',
    SentTimestamp: '1000',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '1000',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: '',
  eventSourceARN: '',
  awsRegion: '',
}

test('a failed turn whose message was erased is no dead letter', async () => {
  const { Item } = TurnEntity.put(failed).params<{ Item: { pk: string; sk: string } }>()
  dynamodb.onAnyCommand().resolves({})
  dynamodb.on(GetCommand, { Key: { pk: Item.pk, sk: Item.sk } }).resolves({ Item })
  expect(await handleTurnBatch({ Records: [record] }, () => 3000)).toEqual({ batchItemFailures: [] })
})
