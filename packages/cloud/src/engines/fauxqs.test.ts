import { S3 } from '@aws-sdk/client-s3'
import { SQS } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import type { Json, Resource } from '../resource.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { ensureQueue, type Fauxqs, startFauxqs } from './fauxqs.ts'

const region = 'eu-central-1'
const QueueUrl = 'http://127.0.0.1/000000000000/q'
const queue = (properties: { readonly [name: string]: Json }): Resource => ({
  stack: 'Test',
  logicalId: 'Queue',
  type: 'AWS::SQS::Queue',
  physicalId: QueueUrl,
  arn: 'arn:aws:sqs:eu-central-1:000000000000:q',
  properties,
})

function clients({ endpoint }: Fauxqs) {
  const configuration = { endpoint, region, credentials: { accessKeyId: 'TEST', secretAccessKey: 'TEST' } }
  return {
    sqs: new SQS({ ...configuration, useQueueUrlAsEndpoint: false }),
    s3: new S3({ ...configuration, forcePathStyle: true }),
  }
}

test('it listens on this machine only', async () => {
  using directory = temporaryDirectory()
  const fauxqs = await startFauxqs({ dataDir: directory.path, region })
  expect(fauxqs.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await fauxqs.stop()
})

test('messages that were in flight when it ended are visible at once when it starts, and files are there', async () => {
  using directory = temporaryDirectory()
  const before = await startFauxqs({ dataDir: directory.path, region })
  ensureQueue(before, queue({ VisibilityTimeout: 3600 }))
  before.buckets.createBucket('files')
  await clients(before).sqs.sendMessage({ QueueUrl, MessageBody: 'hello' })
  await clients(before).sqs.receiveMessage({ QueueUrl })
  await clients(before).s3.putObject({ Bucket: 'files', Key: 'a/b', Body: 'content' })
  await before.stop()

  const after = await startFauxqs({ dataDir: directory.path, region })
  const { Messages } = await clients(after).sqs.receiveMessage({ QueueUrl, MessageSystemAttributeNames: ['All'] })
  expect(Messages).toMatchObject([{ Body: 'hello', Attributes: { ApproximateReceiveCount: '2' } }])
  const { Body } = await clients(after).s3.getObject({ Bucket: 'files', Key: 'a/b' })
  expect(await Body?.transformToString()).toBe('content')
  await after.stop()
})

test('a queue that is there takes the attributes that the template has now', async () => {
  using directory = temporaryDirectory()
  const fauxqs = await startFauxqs({ dataDir: directory.path, region })
  ensureQueue(fauxqs, queue({ VisibilityTimeout: 5, DelaySeconds: 7, RedrivePolicy: { maxReceiveCount: 3 } }))
  ensureQueue(fauxqs, queue({ VisibilityTimeout: '6' }))
  const { Attributes } = await clients(fauxqs).sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] })
  expect(Attributes).toMatchObject({ VisibilityTimeout: '6', DelaySeconds: '0' })
  expect(Attributes).not.toHaveProperty('RedrivePolicy')
  await fauxqs.stop()
})
