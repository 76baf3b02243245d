import middy from '@middy/core'
import { NO_BODY } from '@replywright/contract/endpoint.ts'
import type { APIGatewayProxyResult } from 'aws-lambda'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { jsonBody } from './body.ts'
import type { RouteEvent } from './stack.ts'

const endpoint = { body: v.object({}) }
const JSON_TYPE = 'application/json'

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
])('parses a body of type %s and keeps its text', async (type) => {
  expect(await prepared('{ "a": [1] }', type)).toMatchObject({ json: { a: [1] }, body: '{ "a": [1] }' })
})

test('parses a base64 body and keeps it encoded', async () => {
  const body = Buffer.from('{"a":"é"}').toString('base64')
  expect(await prepared(body, JSON_TYPE, { isBase64Encoded: true })).toMatchObject({ json: { a: 'é' }, body })
})

test.each(['text/plain', 'application/xml', 'application/jsonp', undefined])(
  'rejects type %s with 415',
  async (type) => {
    const refusal = { code: 'unsupported_media_type' }
    await expect(prepared('{}', type ?? '')).rejects.toMatchObject(refusal)
    await expect(prepared('/w==', type ?? '', { isBase64Encoded: true })).rejects.toMatchObject(refusal)
  },
)

test.each(['{"a":', 'nothing', '', ' ', null])('rejects %j with 400 as invalid JSON', async (body) => {
  await expect(prepared(body)).rejects.toMatchObject({ code: 'invalid_json', details: undefined })
})

test('rejects bytes that are not UTF-8 with 400', async () => {
  const body = Buffer.from('{"a":"\xe9"}', 'latin1').toString('base64')
  await expect(prepared(body, JSON_TYPE, { isBase64Encoded: true })).rejects.toMatchObject({
    code: 'invalid_json',
    message: 'The body is not valid UTF-8. Send the JSON in UTF-8.',
  })
})

test('keeps integers that a number cannot represent, also beside keys that the parser rejects', async () => {
  for (const body of ['{"a":12345678901234567890}', '{"__proto__":1,"a":12345678901234567890}'])
    expect(await prepared(body)).toMatchObject({ json: { a: 12345678901234567890n } })
})

test('rejects a number beyond the range of a double with 400, and names it', async () => {
  await expect(prepared('{"metadata":{"a":[1e400]}}')).rejects.toMatchObject({
    code: 'validation_error',
    message: 'metadata.a.0: must be a number between -1.79e308 and 1.79e308',
    details: [{ path: 'metadata.a.0' }],
  })
})

test('rejects a form without a boundary with 415', async () => {
  const form = { 'multipart/form-data': v.object({}) }
  for (const type of ['multipart/form-data', 'multipart/form-data; charset=utf-8', 'Multipart/Form-Data;boundary='])
    await expect(prepared('--x', type, {}, { ...endpoint, content: form }, { skipsForms: true })).rejects.toMatchObject(
      {
        code: 'unsupported_media_type',
        message: expect.stringContaining('boundary'),
      },
    )
})

test.each(['[]', 'null', '"text"', '7'])('rejects %s with 400 because it is not an object', async (body) => {
  await expect(prepared(body)).rejects.toMatchObject({ code: 'validation_error', details: [{ path: '' }] })
})

test('an absent optional body is {} for any content type', async () => {
  const optional = { ...endpoint, bodyOptional: true }
  for (const body of [null, '', ' \n']) expect(await prepared(body, '', {}, optional)).toMatchObject({ json: {} })
})

test('rejects a body above the limit in bytes with 413', async () => {
  const limit = { largestBytes: 8 }
  expect(await prepared('{"é":1}', JSON_TYPE, {}, endpoint, limit)).toMatchObject({ json: { é: 1 } })
  await expect(prepared('{"é":12}', JSON_TYPE, {}, endpoint, limit)).rejects.toMatchObject({
    code: 'payload_too_large',
  })
})

test('keys such as __proto__ are unknown fields, not errors', async () => {
  const { json } = await prepared('{"__proto__":{"x":1},"constructor":{"prototype":{}},"a":1}')
  expect(v.parse(v.object({ a: v.number() }), json)).toEqual({ a: 1 })
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
})

test('does not parse a body without schema, or a form that the handler reads', async () => {
  expect(await prepared('{"a":', '', {}, { body: NO_BODY })).not.toHaveProperty('json')
  const form = 'multipart/form-data; boundary=x'
  expect(await prepared('--x', form, {}, endpoint, { skipsForms: true })).not.toHaveProperty('json')
  await expect(prepared('--x', form)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  const formOnly = { body: v.object({}), content: { 'multipart/form-data': v.object({}) } }
  await expect(prepared('{}', JSON_TYPE, {}, formOnly, { skipsForms: true })).rejects.toMatchObject({
    message: 'Send the body as multipart/form-data.',
  })
})
