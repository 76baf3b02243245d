import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
beforeAll(async () => {
  const CorsRules = [{ AllowedMethods: ['POST'], AllowedOrigins: ['https://*.example'], AllowedHeaders: ['x-*'] }]
  ground = await startGround({
    Files: { Type: 'AWS::S3::Bucket', Properties: { CorsConfiguration: { CorsRules } } },
  })
})
afterAll(() => ground[Symbol.asyncDispose]())

const Bucket = 'test-files'
const allow = (Action: string, Resource: string) => ({ Effect: 'Allow', Action, Resource })

test('lets a role write and read the objects that its policy names', async () => {
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

test('puts an object only under its condition, one of several at once', async () => {
  const s3 = new S3(ground.administrator)
  const put = (condition: object) => s3.putObject({ Bucket, Key: 'once/ü', Body: 'x', ...condition })
  const refused = { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } }
  await expect(put({ IfMatch: '"0"' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
  const results = await Promise.allSettled([1, 2, 3].map(() => put({ IfNoneMatch: '*' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(put({ IfNoneMatch: '*' })).rejects.toMatchObject(refused)
  const { ETag } = await s3.headObject({ Bucket, Key: 'once/ü' })
  expect(await put({ IfMatch: ETag, Body: 'y' })).toMatchObject({ $metadata: { httpStatusCode: 200 } })
  await expect(put({ IfMatch: ETag })).rejects.toMatchObject(refused)
})

test('returns an object’s size for HEAD, and a missing permission without a body', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'five', Body: '12345' })
  expect(await new S3(ground.administrator).headObject({ Bucket, Key: 'five' })).toMatchObject({ ContentLength: 5 })
  await expect(new S3(ground.as()).headObject({ Bucket, Key: 'five' })).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
})

test('replaces headers of an object as the request says', async () => {
  const s3 = new S3(ground.administrator)
  await s3.putObject({ Bucket, Key: 'page', Body: 'x', ContentType: 'text/html', ContentDisposition: 'attachment' })
  const ResponseContentDisposition = "attachment; filename*=UTF-8''%C3%BC.html"
  const found = await s3.getObject({ Bucket, Key: 'page', ResponseContentDisposition })
  expect(found).toMatchObject({ ContentType: 'text/html', ContentDisposition: ResponseContentDisposition })
})

test('requires a permission on the bucket for listing, within a prefix', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'listed/1', Body: 'x' })
  const Condition = { StringLike: { 's3:prefix': 'listed/*' } }
  const s3 = new S3(ground.as({ ...allow('s3:ListBucket', 'arn:aws:s3:::test-files'), Condition }))
  expect(await s3.listObjectsV2({ Bucket, Prefix: 'listed/' })).toMatchObject({ Contents: [{ Key: 'listed/1' }] })
  await expect(s3.listObjectsV2({ Bucket })).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('tells only who may list the bucket that an object does not exist', async () => {
  const object = allow('s3:*Object', 'arn:aws:s3:::test-files/*')
  const reader = new S3(ground.as(object))
  const lister = new S3(ground.as(object, allow('s3:ListBucket', 'arn:aws:s3:::test-files')))
  const Key = 'gone'
  for (const call of [
    (s3: S3) => s3.getObject({ Bucket, Key }),
    (s3: S3) => s3.headObject({ Bucket, Key }),
    (s3: S3) => s3.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/${Key}` }),
  ]) {
    await expect(call(reader)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
    await expect(call(lister)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
  }
})

test('requires a permission on each object for deleting several', async () => {
  const s3 = new S3(ground.as(allow('s3:DeleteObject', 'arn:aws:s3:::test-files/a')))
  await expect(s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'a' }, { Key: 'b' }] } })).rejects.toThrow(
    'arn:aws:s3:::test-files/b',
  )
  await s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'a' }] } })
})

test('finds a bucket in the host name too', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'virtual', Body: 'hosted' })
  const { credentials, endpoint } = ground.administrator
  const scope = `${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request`
  const headers = { host: `${Bucket}.localhost`, authorization: `AWS4-HMAC-SHA256 Credential=${scope}` }
  const outgoing = request(`${endpoint}/virtual`, { headers }).end()
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  expect(response && (await text(response))).toBe('hosted')
})

test('rejects what the engine would misinterpret', async () => {
  await expect(new S3(ground.administrator).getObjectTagging({ Bucket, Key: 'five' })).rejects.toMatchObject({
    name: 'NotImplemented',
  })
})

test('requires the session token of a role, in the header or in the query', async () => {
  await new S3(ground.administrator).putObject({ Bucket, Key: 'five', Body: '12345' })
  const { credentials, endpoint } = ground.as(allow('s3:GetObject', 'arn:aws:s3:::test-files/*'))
  const scope = `${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request`
  const get = async (query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(`${endpoint}/${Bucket}/five?${new URLSearchParams(query)}`, { headers })
    return await response.text()
  }
  const presigned = { 'X-Amz-Credential': scope }
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}`
  const token = credentials.sessionToken ?? ''
  expect(await get({ ...presigned, 'X-Amz-Security-Token': token }, {})).toBe('12345')
  expect(await get({}, { authorization, 'x-amz-security-token': token })).toBe('12345')
  expect(await get(presigned, {})).toContain('<Code>InvalidAccessKeyId</Code>')
  expect(await get({}, { authorization, 'x-amz-security-token': 'other' })).toContain('<Code>InvalidAccessKeyId</Code>')
})

test('rejects a call without credentials', async () => {
  const response = await fetch(`${ground.administrator.endpoint}/${Bucket}/five`)
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('<Code>AccessDenied</Code>')
})

describe('a form', () => {
  const policyOf = (conditions: readonly unknown[], expiration = '2999-01-01T00:00:00Z') =>
    Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64')

  /** Posts a form of a role that may write below `mine/`. It is valid unless `fields` change that. */
  async function post(
    fields: Readonly<Record<string, string>>,
    content = '12345',
    headers: Readonly<Record<string, string>> = {},
  ) {
    const { credentials, endpoint } = ground.as(allow('s3:PutObject', 'arn:aws:s3:::test-files/mine/*'))
    const signed = {
      key: 'mine/form ü.txt',
      'Content-Type': 'text/plain',
      'X-Amz-Credential': `${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request`,
      'X-Amz-Security-Token': credentials.sessionToken ?? '',
      'X-Amz-Signature': '0'.repeat(64),
      ...fields,
    }
    const said = Object.keys(signed).filter((name) => !['X-Amz-Signature', 'Policy', 'extra'].includes(name))
    const conditions = [...said.map((name) => ['starts-with', `$${name}`, '']), ['content-length-range', 2, 10]]
    const body = new FormData()
    for (const [name, value] of Object.entries({ Policy: policyOf(conditions), ...signed })) body.set(name, value)
    body.set('file', new File([content], 'a.txt'))
    const response = await fetch(`${endpoint}/${Bucket}`, { method: 'POST', body, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, code: /<Code>(.+)<\/Code>/.exec(text)?.[1] }
  }

  test('creates an object from its file, with the headers of its fields', async () => {
    const { status, headers } = await post({}, '12345', { origin: 'https://shop.example' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://shop.example'])
    const stored = await new S3(ground.administrator).getObject({ Bucket, Key: 'mine/form ü.txt' })
    expect([stored.ContentType, await stored.Body?.transformToString()]).toEqual(['text/plain', '12345'])
  })

  test.each([
    ['for a key that its signer may not write', { key: 'yours/form.txt' }, '12345', 403, 'AccessDenied'],
    ['with a file that is too large', {}, '12345678901', 400, 'EntityTooLarge'],
    ['with a file that is too small', {}, '1', 400, 'EntityTooSmall'],
    ['with a field that its policy does not name', { extra: 'x' }, '12345', 403, 'AccessDenied'],
    ['with an expired policy', { Policy: policyOf([], '2020-01-01T00:00:00Z') }, '12345', 403, 'AccessDenied'],
    ['with a policy for another key', { Policy: policyOf([{ key: 'mine/b.txt' }]) }, '12345', 403, 'AccessDenied'],
    ['without the session token', { 'X-Amz-Security-Token': '' }, '12345', 403, 'InvalidAccessKeyId'],
    ['without a policy', { Policy: '' }, '12345', 400, 'InvalidPolicyDocument'],
  ])('rejects a form %s', async (_, fields, content, status, code) => {
    expect(await post(fields, content)).toMatchObject({ status, code })
  })
})

test.each([
  ['https://shop.example', 'POST', 'x-progress', 200],
  ['https://shop.test', 'POST', 'x-progress', 403],
  ['https://shop.example', 'PUT', 'x-progress', 403],
  ['https://shop.example', 'POST', 'authorization', 403],
])('a preflight from %s for %s with %s returns %i', async (origin, method, header, status) => {
  const response = await fetch(`${ground.administrator.endpoint}/${Bucket}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': header },
  })
  expect([response.status, response.headers.has('access-control-allow-origin')]).toEqual([status, status === 200])
})
