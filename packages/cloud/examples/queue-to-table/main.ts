import { setTimeout } from 'node:timers/promises'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SQS } from '@aws-sdk/client-sqs'
import { startCloud } from '@replywright/cloud'
import { queueToTable } from './app.ts'

const { directory: assembly } = queueToTable().synth()
await using cloud = await startCloud({ assembly, dataDir: '.local' })
const client = { endpoint: cloud.endpointUrl, region: cloud.environment.region, credentials: cloud.administrator }
const QueueUrl = cloud.resource('Queue', 'AWS::SQS::Queue').physicalId
const TableName = cloud.resource('Table', 'AWS::DynamoDB::GlobalTable').physicalId
const { MessageId } = await new SQS(client).sendMessage({ QueueUrl, MessageBody: 'two books' })
for (;;) {
  const { Items = [] } = await new DynamoDB(client).scan({ TableName })
  const stored = Items.find(({ id }) => id?.S === MessageId)
  if (stored) {
    console.log(stored.body?.S)
    break
  }
  await setTimeout(100)
}
