import { expect, test } from 'vitest'
import { functionUrl, type RawRequest, receiveWebhook } from './function-url.ts'

const CONTEXT = { awsRequestId: 'i1' }

test('events of a function URL and of a REST API are the same request', async () => {
  const received: RawRequest[] = []
  const handler = functionUrl({
    POST: async (request) => {
      received.push(request)
      return { status: 200, text: 'ok' }
    },
  })
  const text = '{"text":"Grüße"}'
  const ok = { statusCode: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }
  const ofUrl = {
    headers: { 'x-hub-signature-256': 's' },
    queryStringParameters: { a: '1' },
    body: text,
    isBase64Encoded: false,
    rawPath: '/sms',
    requestContext: { requestId: 'r1', http: { method: 'POST' } },
  }
  expect(await handler(ofUrl, CONTEXT)).toEqual(ok)
  const ofApi = {
    httpMethod: 'POST',
    path: '/sms',
    headers: { 'X-Hub-Signature-256': 's' },
    queryStringParameters: { a: '1' },
    body: Buffer.from(text).toString('base64'),
    isBase64Encoded: true,
    requestContext: { requestId: 'r1' },
  }
  expect(await handler(ofApi, CONTEXT)).toEqual(ok)
  expect(received[1]).toEqual(received[0])
  expect(await handler({ ...ofApi, httpMethod: 'PUT' }, CONTEXT)).toMatchObject({ statusCode: 405 })
})

test('the endpoint of `ops smoke` returns the signature of a delivery, and no other text of the caller', async () => {
  const signature = `t=1795167600,v1=${'a'.repeat(64)}`
  const post = (own: string) =>
    receiveWebhook(
      { path: '/', query: { smoke: '' }, headers: { 'x-service-signature': own }, body: Buffer.from('{}') },
      () => 0,
    )
  expect(await post(signature)).toEqual({ status: 200, text: signature })
  // Anything else is a request of the provider, whose settings this test does not have.
  await expect(post('<script>')).rejects.toThrow()
})
