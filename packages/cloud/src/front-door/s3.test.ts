import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ground, startGround } from '../testing/ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround({ Files: { Type: 'AWS::S3::Bucket' } })
})
afterAll(() => ground[Symbol.asyncDispose]())

const Bucket = 'test-files'
const allow = (Action: string, Resource: string) => ({ Effect: 'Allow', Action, Resource })

test('a role writes and reads the objects that its policy names', async () => {
  const s3 = new S3(ground.as(allow('s3:*Object', 'arn:aws:s3:::test-files/mine/*')))
  await s3.putObject({ Bucket, Key: 'mine/ü 1.txt', Body: 'hello' })
  const { Body } = await s3.getObject({ Bucket, Key: 'mine/ü 1.txt' })
  expect(await Body?.transformToString()).toBe('hello')
  await expect(s3.putObject({ Bucket, Key: 'yours/1.txt', Body: 'hello' })).rejects.toMatchObject({
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
    message: expect.stringContaining('s3:PutObject on resource: arn:aws:s3:::test-files/yours/1.txt'),
  })
})

test('HEAD tells an object’s size, and a missing right without a body', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'five', Body: '12345' })
  expect(await new S3(ground.administrator).headObject({ Bucket, Key: 'five' })).toMatchObject({ ContentLength: 5 })
  await expect(new S3(ground.as()).headObject({ Bucket, Key: 'five' })).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
})

test('listing is a right to the bucket, within a prefix', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'listed/1', Body: 'x' })
  const Condition = { StringLike: { 's3:prefix': 'listed/*' } }
  const s3 = new S3(ground.as({ ...allow('s3:ListBucket', 'arn:aws:s3:::test-files'), Condition }))
  expect(await s3.listObjectsV2({ Bucket, Prefix: 'listed/' })).toMatchObject({ Contents: [{ Key: 'listed/1' }] })
  await expect(s3.listObjectsV2({ Bucket })).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('deleting many objects needs the right to each', async () => {
  const s3 = new S3(ground.as(allow('s3:DeleteObject', 'arn:aws:s3:::test-files/a')))
  await expect(s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'a' }, { Key: 'b' }] } })).rejects.toThrow(
    'arn:aws:s3:::test-files/b',
  )
  await s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'a' }] } })
})

test('a bucket is found in the host name too', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'virtual', Body: 'hosted' })
  const { credentials, endpoint } = ground.administrator
  const scope = `${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request`
  const headers = { host: `${Bucket}.localhost`, authorization: `AWS4-HMAC-SHA256 Credential=${scope}` }
  const outgoing = request(`${endpoint}/virtual`, { headers }).end()
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  expect(response && (await text(response))).toBe('hosted')
})

test('what the engine would mistake for another call is refused', async () => {
  await expect(new S3(ground.administrator).getObjectTagging({ Bucket, Key: 'five' })).rejects.toMatchObject({
    name: 'NotImplemented',
  })
})

test('who does not say who it is gets nothing', async () => {
  const response = await fetch(`${ground.administrator.endpoint}/${Bucket}/five`)
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('<Code>AccessDenied</Code>')
})
