// @module-tag full
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { Service } from '@replywright/local/start-service.ts'
import { expect, test } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, freshCustomer, idOf, isEvent, startTestService } from '../support/service.ts'

/** Reads every record of the table's stream, as the relay receives it. */
async function readStream({ cloud }: Service): Promise<object[]> {
  const TableName = outputOf(cloud, 'TableName')
  const { Table } = await clientOf(DynamoDBClient, cloud).send(new DescribeTableCommand({ TableName }))
  const streams = clientOf(DynamoDBStreamsClient, cloud)
  const StreamArn = Table?.LatestStreamArn
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }))
  const records: object[] = []
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    )
    for (let ShardIterator = start.ShardIterator; ShardIterator; ) {
      const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }))
      records.push(...Records)
      ShardIterator = Records.length > 0 ? NextShardIterator : undefined
    }
  }
  return records
}

test('replaying the whole stream causes no new delivery', async () => {
  await using service = await startTestService()
  const { ready, receiver, provider, cloud } = service
  const from = freshCustomer()
  const id = idOf(await callApi(ready.baseUrl, ready.apiKey, 'POST', '/conversations/', { toNumber: from }))
  await callApi(ready.baseUrl, ready.apiKey, 'POST', `/conversations/${id}/subscribe/`, { webhookId: ready.webhook.id })
  receiver.behave('/demo', { status: [404, 500, 200] })
  for (const text of ['one', 'two', 'three']) await provider.sendAsCustomer({ from, text })
  // One activated event, and for each message two deliveries; the 500 is retried after one second.
  const deliveries = 7
  const attempts = deliveries + 1
  for (let taken = 0; taken < attempts; taken++) await receiver.next()
  const before = receiver.received().length

  const relay = cloud.resource('Relay', 'AWS::Lambda::Function').physicalId
  const records = await readStream(service)
  const carrying = records.filter((record) => JSON.stringify(record).includes('"deliveries"'))
  expect(carrying.length).toBeGreaterThanOrEqual(deliveries)
  for (const Records of [records, records])
    expect(await cloud.invoke(relay, { Records })).toMatchObject({ payload: { batchItemFailures: [] } })
  const marker = await provider.sendAsCustomer({ from: freshCustomer(), text: 'the last' })
  await receiver.next(
    (delivery) =>
      isEvent(ready.webhook.url, 'message.received')(delivery) && delivery.body.includes(marker.messageIds[0] ?? ''),
  )
  expect(receiver.received()).toHaveLength(before + 1)
})
