import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SQS } from '@aws-sdk/client-sqs'
import { startCloud } from '@replywright/cloud'
import { expect, inject, test, vi } from 'vitest'
import { temporaryDirectory } from '../../src/testing/temporary-directory.ts'
import { queueToTable } from './app.ts'

test('stores a message of the queue in the table', async () => {
  using directory = temporaryDirectory()
  symlinkSync(resolve('node_modules'), join(directory.path, 'node_modules'))
  const { directory: assembly } = queueToTable(join(directory.path, 'cdk.out')).synth()
  await using cloud = await startCloud({
    assembly,
    dynamodb: inject('dynamodb'),
    dataDir: join(directory.path, 'data'),
  })
  const client = { endpoint: cloud.endpointUrl, region: cloud.environment.region, credentials: cloud.administrator }
  const QueueUrl = cloud.resource('Queue', 'AWS::SQS::Queue').physicalId
  const { MessageId } = await new SQS(client).sendMessage({ QueueUrl, MessageBody: 'two books' })
  const TableName = cloud.resource('Table', 'AWS::DynamoDB::GlobalTable').physicalId
  await vi.waitFor(async () => {
    const { Items } = await new DynamoDB(client).scan({ TableName })
    expect(Items).toEqual([{ id: { S: MessageId }, body: { S: 'two books' } }])
  }, 60_000)
})
