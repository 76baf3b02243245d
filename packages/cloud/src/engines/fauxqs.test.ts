import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { SQS } from '@aws-sdk/client-sqs'
import { expect, test, vi } from 'vitest'
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

test('a FIFO queue accepts a message again that it could not store', async () => {
  using directory = temporaryDirectory()
  const fauxqs = await startFauxqs({ dataDir: directory.path, region })
  const url = `${QueueUrl}.fifo`
  const stored = fauxqs.queues.createQueue('q.fifo', url, 'arn:aws:sqs:eu-central-1:000000000000:q.fifo', {
    FifoQueue: 'true',
  })
  const message = { QueueUrl: url, MessageBody: 'once', MessageGroupId: 'g', MessageDeduplicationId: 'd' }
  const { persistence } = stored
  if (!persistence) throw new Error('the queue is not stored')
  const failing = vi.spyOn(persistence, 'insertMessage').mockImplementationOnce(() => {
    throw new Error('the disk is full')
  })
  await expect(fauxqs.sqs('SendMessage', message)).rejects.toThrow('the disk is full')
  failing.mockRestore()
  for (let times = 0; times < 2; times += 1) await fauxqs.sqs('SendMessage', message)
  const { output } = await fauxqs.sqs('ReceiveMessage', { QueueUrl: url, MaxNumberOfMessages: 10 })
  expect(output.Messages).toMatchObject([{ Body: 'once' }])
  await fauxqs.stop()
})

test('it starts without objects and uploads whose metadata is incomplete, and with their bucket', async () => {
  using directory = temporaryDirectory()
  const before = await startFauxqs({ dataDir: directory.path, region })
  before.buckets.createBucket('files')
  const { s3 } = clients(before)
  for (const Key of ['a/damaged', 'a/whole']) await s3.putObject({ Bucket: 'files', Key, Body: 'content' })
  const { UploadId } = await s3.createMultipartUpload({ Bucket: 'files', Key: 'large' })
  await s3.uploadPart({ Bucket: 'files', Key: 'large', UploadId, PartNumber: 1, Body: 'part' })
  await before.stop()
  const objects = join(directory.path, 'objects')
  writeFileSync(join(objects, 'buckets/files/.bucket.json'), '')
  writeFileSync(join(objects, 'buckets/files/objects/a/damaged.meta.json'), '{"key":"a/dam')
  writeFileSync(join(objects, '_multipart', UploadId ?? '', 'parts/1.meta.json'), '')

  const after = await startFauxqs({ dataDir: directory.path, region })
  const { Contents } = await clients(after).s3.listObjectsV2({ Bucket: 'files' })
  expect(Contents).toMatchObject([{ Key: 'a/whole' }])
  expect(existsSync(join(objects, 'buckets/files/objects/a/damaged.data'))).toBe(false)
  expect((await clients(after).s3.listMultipartUploads({ Bucket: 'files' })).Uploads).toBeUndefined()
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
