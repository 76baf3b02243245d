import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test } from 'vitest'
import { table } from '../../platform/table/table.ts'
import { reconcile } from './reconcile.ts'

const NOW = 1_795_167_600_000
const EARLIER = NOW - 600_001

test('an interrupted run continues where it ended, and resends each message once', async () => {
  const [dynamodb, sqs] = [mockClient(table.client), mockClient(SQSClient)]
  onTestFinished(() => {
    dynamodb.restore()
    sqs.restore()
  })
  const delivery = (id: string) => ({
    pk: 'd#w#0',
    sk: id,
    _e: 'delivery',
    _v: '1',
    s: 'pending',
    c: EARLIER,
    expiresAt: NOW,
    out: { q: 'deliveries', g: 'w', b: JSON.stringify({ deliveryId: id }) },
  })
  // Two pages of a segment, and one of each other.
  dynamodb.on(ScanCommand).callsFake(({ Segment, ExclusiveStartKey, FilterExpression }) => {
    expect(FilterExpression).toContain('#_e')
    if (Segment !== 0) return { Items: [delivery(`${Segment}`)], ScannedCount: 3 }
    if (ExclusiveStartKey) return { Items: [delivery('0b')], ScannedCount: 3 }
    return { Items: [delivery('0a')], ScannedCount: 3, LastEvaluatedKey: { pk: 'd#w#0', sk: '0a' } }
  })
  const resent: string[] = []
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries = [] }) => {
    for (const { MessageBody } of Entries) resent.push(JSON.parse(MessageBody).deliveryId)
    return { Successful: Entries }
  })
  const options = { queueUrls: { deliveries: 'https://sqs/deliveries' }, clock: () => NOW }
  const controller = new AbortController()
  const first = await reconcile({ ...options, signal: controller.signal, onProgress: () => controller.abort() })
  expect([first.overdue.deliveries, resent.length]).toEqual([1, 1])
  const rest = await reconcile({ ...options, from: first.position })
  expect(resent.toSorted()).toEqual(['0a', '0b', '1', '2', '3', '4', '5', '6', '7'])
  expect([rest.overdue.deliveries, rest.scanned]).toEqual([8, 24])
  await expect(reconcile({ ...options, from: 'x' })).rejects.toThrow('none that an interrupted run printed')
})
