import { parseApiSchema } from '@replywright/contract/api-schema.ts'
import type { JsonObject } from '@replywright/contract/json.ts'
import { describe, expect, test } from 'vitest'
import { buildRequest } from './http-request.ts'
import { fixWith } from './secret-texts.ts'

const model = (description: string, more: JsonObject = {}) => ({ ...more, input: { type: 'description', description } })
const fixed = (value: unknown) => ({ input: { type: 'value', value } })

const placeholders = { phoneNumber: '+447700900200', imageUrl: async () => 'https://x.example/media/i' }

function described(apiSchema: unknown) {
  const description = parseApiSchema(apiSchema)
  if ('invalid' in description) throw new Error(description.invalid)
  return description
}
async function built(apiSchema: unknown, args: JsonObject = {}, values = placeholders) {
  const description = described(apiSchema)
  return buildRequest(description, args, await fixWith(values, description))
}

const ORDERS = {
  url: 'https://api.example.com:8443/v1/orders/{order_id}?v=2',
  method: 'post',
  path_params: { order_id: model('The order number') },
  query_params: {
    q: model('What to find', { required: false }),
    key: fixed('k&k'),
    tags: model('Tags', { type: 'array' }),
  },
  request_headers: { Authorization: fixed('Bearer s3cret'), 'X-Lang': model('Language', { enum: ['de', 'en'] }) },
  request_body: {
    phone: fixed('%PHONE_NUMBER%'),
    image: fixed({ urls: ['%IMAGE_URL%'], note: 'from %PHONE_NUMBER%' }),
    source: fixed(7),
    customer: { name: model('Name'), vip: fixed(false), address: { city: model('City') } },
    lines: [{ sku: model('Article'), quantity: model('How many', { type: 'integer' }), shop: fixed('web') }],
    pair: [fixed('a'), model('Second')],
    order_id: model('The order number once more'),
    unknown: 'has no effect',
    odd: { input: { type: 'other' } },
  },
}
const ARGS = {
  order_id: 'A/1 ü',
  tags: ['x', 'y z'],
  'X-Lang': 'de',
  customer: { name: 'Ann', address: { city: 'Ulm' } },
  lines: [
    { sku: 'S1', quantity: 2 },
    { sku: 'S2', quantity: 1 },
  ],
  pair: { item_2: 'b' },
  order_id_2: 'A-1',
}

test('the model sees the parameters that it fills, and no fixed values', () => {
  const { parameters } = described(ORDERS)
  const scalar = ['string', 'number', 'boolean']
  expect(parameters).toEqual({
    type: 'object',
    properties: {
      order_id: { type: 'string', minLength: 1, description: 'The order number' },
      q: { type: 'string', description: 'What to find' },
      tags: { type: 'array', items: {}, description: 'Tags' },
      'X-Lang': { enum: ['de', 'en'], description: 'Language' },
      customer: {
        type: 'object',
        properties: {
          name: { type: scalar, description: 'Name' },
          address: {
            type: 'object',
            properties: { city: { type: scalar, description: 'City' } },
            required: ['city'],
            additionalProperties: false,
          },
        },
        required: ['name', 'address'],
        additionalProperties: false,
      },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            sku: { type: scalar, description: 'Article' },
            quantity: { type: 'integer', description: 'How many' },
          },
          required: ['sku', 'quantity'],
          additionalProperties: false,
        },
      },
      pair: {
        type: 'object',
        properties: { item_2: { type: scalar, description: 'Second' } },
        required: ['item_2'],
        additionalProperties: false,
      },
      order_id_2: { type: scalar, description: 'The order number once more' },
    },
    required: ['order_id', 'tags', 'X-Lang', 'customer', 'lines', 'pair', 'order_id_2'],
    additionalProperties: false,
  })
})

test('a request combines the arguments of the model and the fixed values', async () => {
  const request = await built(ORDERS, ARGS)
  expect(request).toMatchObject({
    url: 'https://api.example.com:8443/v1/orders/A%2F1%20%C3%BC?v=2&key=k%26k&tags=x&tags=y+z',
    headers: { 'content-type': 'application/json', authorization: 'Bearer s3cret', 'x-lang': 'de' },
  })
  expect('body' in request && JSON.parse(request.body ?? '')).toEqual({
    phone: '+447700900200',
    image: { urls: ['https://x.example/media/i'], note: 'from +447700900200' },
    source: 7,
    customer: { name: 'Ann', vip: false, address: { city: 'Ulm' } },
    lines: [
      { sku: 'S1', quantity: 2, shop: 'web' },
      { sku: 'S2', quantity: 1, shop: 'web' },
    ],
    pair: ['a', 'b'],
    order_id: 'A-1',
  })
})

test('accepts parameters as a JSON Schema', async () => {
  const apiSchema = {
    url: 'https://api.example.com/find',
    method: 'POST',
    query_params: { required: [], properties: { page: model('Page', { type: 'integer' }) } },
    request_body: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', ...model('Name') },
        note: { type: 'string', ...model('Note') },
        tags: { type: 'array', items: { type: 'string', ...model('Tag') } },
        phone: { type: 'string', ...fixed('%PHONE_NUMBER%') },
      },
    },
  }
  expect(described(apiSchema).parameters).toMatchObject({
    properties: {
      page: { type: 'integer' },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['name'],
  })
  expect(await built(apiSchema, { name: 'Ann', tags: ['a'] })).toMatchObject({
    url: 'https://api.example.com/find',
    body: JSON.stringify({ name: 'Ann', tags: ['a'], phone: '+447700900200' }),
  })
})

test('a tool without parameters takes no arguments', async () => {
  const apiSchema = { url: 'https://api.example.com', request_body: { a: fixed(1) }, path_params: 7, query_params: [1] }
  expect(described(apiSchema)).toMatchObject({ method: 'GET', parameters: { type: 'object', properties: {} } })
  expect(await built(apiSchema)).toEqual({ url: 'https://api.example.com/', headers: {}, body: undefined })
})

test('accepts one value or a list as the body', async () => {
  const one = { url: 'https://api.example.com', method: 'PUT', request_body: model('Everything', { type: 'object' }) }
  expect(await built(one, { body: { a: 1 } })).toMatchObject({ body: '{"a":1}' })
  const list = { ...one, request_body: [{ id: model('Id') }] }
  expect(await built(list, { body: [{ id: 'x' }] })).toMatchObject({ body: '[{"id":"x"}]' })
})

test('sends user name and password of its URL as a header, unless that header is set', async () => {
  const url = 'https://ann:p%40ss%20ü@api.example.com/orders'
  const Authorization = fixed('Bearer s3cret')
  expect(await built({ url })).toEqual({
    url: 'https://api.example.com/orders',
    headers: { authorization: `Basic ${Buffer.from('ann:p@ss ü').toString('base64')}` },
    body: undefined,
  })
  expect(await built({ url: 'https://:key@api.example.com' })).toMatchObject({
    headers: { authorization: `Basic ${Buffer.from(':key').toString('base64')}` },
  })
  expect(await built({ url, request_headers: { Authorization } })).toMatchObject({
    url: 'https://api.example.com/orders',
    headers: { authorization: 'Bearer s3cret' },
  })
})

test('looks for a picture only if a tool uses it', async () => {
  let asked = 0
  const counting = { phoneNumber: '+1', imageUrl: async () => `https://x.example/${++asked}` }
  await fixWith(counting, described({ url: 'https://a.example', query_params: { p: fixed('%PHONE_NUMBER%') } }))
  expect(asked).toBe(0)
  const fix = await fixWith(
    counting,
    described({ url: 'https://a.example', query_params: { p: fixed('%IMAGE_URL%') } }),
  )
  expect([asked, fix?.('%IMAGE_URL%')]).toEqual([1, 'https://x.example/1'])
})

test('calls nothing if a fixed value needs the phone number of a customer without one', async () => {
  const unknown = { phoneNumber: '', imageUrl: async () => '' }
  const url = 'https://api.example.com/customers'
  const refused = { refused: "the customer's phone number is not known" }
  const request_body = { to: { list: [fixed('tel:%PHONE_NUMBER%')] } }
  expect(await built({ url, method: 'POST', request_body }, {}, unknown)).toEqual(refused)
  const unused = { path_params: { p: fixed('%PHONE_NUMBER%') }, query_params: { q: model('Not %PHONE_NUMBER%') } }
  expect(await built({ url, ...unused }, { q: '1' }, unknown)).toMatchObject({ url: `${url}?q=1` })
})

test.each([fixed('%IMAGE_URL%'), fixed(''), fixed(null)])(
  'calls nothing if a path parameter is empty: %j',
  async (id) => {
    const unknown = { phoneNumber: '', imageUrl: async () => '' }
    const apiSchema = { url: 'https://api.example.com/files/{id}', path_params: { id } }
    expect(await built(apiSchema, {}, unknown)).toEqual({ refused: 'the path parameter id is empty' })
  },
)

describe('the model cannot change the origin or path', () => {
  const apiSchema = {
    url: 'https://api.example.com/orders/{id}/items/{item}',
    path_params: { id: model('Id'), item: model('Item') },
  }
  test.each([
    '..',
    '.',
    '%2e%2e',
    '../admin',
    '..\\admin',
    '/evil.example.com',
    '?a=b',
    '#a',
    'a@evil.example.com',
    '\u0000',
  ])('with the path parameter %j', async (id) => {
    const request = await built(apiSchema, { id, item: '1' })
    if ('refused' in request) return expect(['..', '.']).toContain(id)
    const { origin, pathname, search, hash } = new URL(request.url)
    expect({ origin, search, hash }).toEqual({ origin: 'https://api.example.com', search: '', hash: '' })
    expect(pathname).toBe(`/orders/${encodeURIComponent(id)}/items/1`)
  })
  test('with one dot in each of two path parameters', async () => {
    const joined = { ...apiSchema, url: 'https://api.example.com/a/{id}{item}/b' }
    expect(await built(joined, { id: '.', item: '.' })).toHaveProperty('refused')
  })
  test('with backslashes, which URL parsers treat as slashes', async () => {
    expect(
      await built({ ...apiSchema, url: 'https://api.example.com\\a\\{id}\\{item}' }, { id: 'x', item: '..' }),
    ).toHaveProperty('refused')
  })
  test('or set reserved headers', async () => {
    const request_headers = {
      ...Object.fromEntries(
        ['Host', 'Content-Length', 'Transfer-Encoding', 'Idempotency-Key', 'bad name'].map((n) => [n, fixed('x')]),
      ),
      'X-Name': model('Name'),
      Accept: fixed('text/plain'),
    }
    const url = 'https://api.example.com'
    expect(await built({ url, request_headers }, { 'X-Name': 'a\r\nX-Evil: 1\u{1f600}é' })).toMatchObject({
      headers: { 'x-name': 'aX-Evil: 1é', accept: 'text/plain' },
    })
    const request = await built({ url, request_headers }, { 'X-Name': '' })
    expect(request).toEqual({
      url: 'https://api.example.com/',
      headers: { 'x-name': '', accept: 'text/plain' },
      body: undefined,
    })
  })
})
