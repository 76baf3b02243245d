import { NO_BODY } from '@messaging/contract/endpoint.ts'
import middy from '@middy/core'
import type { APIGatewayProxyResult } from 'aws-lambda'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { jsonBody } from './body.ts'
import type { RouteEvent } from './stack.ts'

const endpoint = { body: v.object({}) }
const JSON_TYPE = 'application/json'

/** Returns the event of a request with this body after the middleware has run. */
async function prepared(
  body: string | null,
  contentType: string | undefined = JSON_TYPE,
  options: Partial<RouteEvent> = {},
  ...[declared = endpoint, limits]: Partial<Parameters<typeof jsonBody>>
): Promise<Partial<RouteEvent>> {
  const seen: RouteEvent[] = []
  const run = middy<RouteEvent, APIGatewayProxyResult>()
    .use(jsonBody(declared, limits))
    .handler(async (event) => {
      seen.push(event)
      return { statusCode: 200, body: '' }
    })
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  await run(
    Object.assign(Object.create(null), { body, headers, isBase64Encoded: false, ...options }),
    Object.create(null),
  )
  return seen[0] ?? {}
}

test.each([
  JSON_TYPE,
  'application/json; charset=utf-8',
  'application/json ; charset=utf-8',
  'Application/JSON',
  'application/vnd.x_y+json',
])('a body of type %s is parsed, and its text stays', async (type) => {
  expect(await prepared('{ "a": [1] }', type)).toMatchObject({ json: { a: [1] }, body: '{ "a": [1] }' })
})

test('a body in base64 is parsed, and stays as it came', async () => {
  const body = Buffer.from('{"a":"é"}').toString('base64')
  expect(await prepared(body, JSON_TYPE, { isBase64Encoded: true })).toMatchObject({ json: { a: 'é' }, body })
})

test.each(['text/plain', 'application/xml', 'application/jsonp', undefined])('type %s is a 415', async (type) => {
  await expect(prepared('{}', type ?? '')).rejects.toMatchObject({ code: 'unsupported_media_type' })
})

test.each(['{"a":', 'nothing', '', ' ', null])('%j is a 400: invalid JSON', async (body) => {
  await expect(prepared(body)).rejects.toMatchObject({ code: 'invalid_json', details: undefined })
})

test.each(['[]', 'null', '"text"', '7'])('%s is a 400: not an object', async (body) => {
  await expect(prepared(body)).rejects.toMatchObject({ code: 'validation_error', details: [{ path: '' }] })
})

test('an absent body is {} if it is optional, whatever its type', async () => {
  const optional = { ...endpoint, bodyOptional: true }
  for (const body of [null, '', ' \n']) expect(await prepared(body, '', {}, optional)).toMatchObject({ json: {} })
})

test('a body is measured in bytes: 413 above the limit', async () => {
  const limit = { largestBytes: 8 }
  expect(await prepared('{"é":1}', JSON_TYPE, {}, endpoint, limit)).toMatchObject({ json: { é: 1 } })
  await expect(prepared('{"é":12}', JSON_TYPE, {}, endpoint, limit)).rejects.toMatchObject({
    code: 'payload_too_large',
  })
})

test('keys that name prototypes are unknown fields, not errors', async () => {
  const { json } = await prepared('{"__proto__":{"x":1},"constructor":{"prototype":{}},"a":1}')
  expect(v.parse(v.object({ a: v.number() }), json)).toEqual({ a: 1 })
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
})

test('endpoints without a body, and forms for those who read them, are left alone', async () => {
  expect(await prepared('{"a":', '', {}, { body: NO_BODY })).not.toHaveProperty('json')
  const form = 'multipart/form-data; boundary=x'
  expect(await prepared('--x', form, {}, endpoint, { leavesForms: true })).not.toHaveProperty('json')
  await expect(prepared('--x', form)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  const formOnly = { body: v.object({}), content: { 'multipart/form-data': v.object({}) } }
  await expect(prepared('{}', JSON_TYPE, {}, formOnly, { leavesForms: true })).rejects.toMatchObject({
    message: 'Send the body as multipart/form-data.',
  })
})
