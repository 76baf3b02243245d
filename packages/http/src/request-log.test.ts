import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Caller } from '@replywright/core/platform/request.ts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordResponse } from './request-log.ts'
import type { RouteEvent } from './stack.ts'

vi.stubEnv('TABLE_NAME', 'table')
vi.stubEnv('AWS_REGION', 'eu-west-1')
vi.stubEnv('LOG_LEVEL', 'silent')
const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => {
  vi.stubEnv('REQUEST_LOG_OPERATION', 'customers/get')
  dynamodb.reset()
  dynamodb.onAnyCommand().resolves({})
})
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

const user: Caller = { userId: 'u', organizationId: 'o', role: 'admin', permission: 'full', groups: [] }
const key: Caller = { ...user, apiKey: { id: 'k', name: 'CI' } }

function eventWith(more: object = {}): RouteEvent {
  return Object.assign(Object.create(null), {
    httpMethod: 'GET',
    headers: { 'user-agent': 'curl/8' },
    pathParameters: { customer: '447700900123' },
    queryStringParameters: { cursor: 'secret', limit: '1' },
    requestContext: {
      requestId: 'r',
      requestTimeEpoch: Date.parse('2026-01-02'),
      resourcePath: '/api/v1/customers/{customer}/export',
      identity: { sourceIp: '192.0.2.1' },
    },
    ...more,
  })
}

async function recorded(event: RouteEvent, statusCode = 200, body = '{"code":"of a resource","text":"private"}') {
  recordResponse(event, key)
  await event.record?.({ statusCode, body })
  const [call] = dynamodb.commandCalls(PutCommand)
  return call?.args[0].input.Item ?? {}
}

describe('an entry of the request log', () => {
  test('has no values of the query, no body and no number of a customer', async () => {
    const item = await recorded(eventWith())
    expect(item).toMatchObject({
      pk: 'apiRequests#o#2026-01',
      operation: 'customers/get',
      method: 'GET',
      path: '/api/v1/customers/{customer}/export/',
      query: 'cursor&limit',
      status: 200,
      milliseconds: expect.any(Number),
      apiKeyId: 'k',
      apiKeyName: 'CI',
      requestId: 'r',
      sourceIp: '192.0.2.1',
      userAgent: 'curl/8',
    })
    expect(item).not.toHaveProperty('code')
    expect(JSON.stringify(item)).not.toMatch(/447700900123|secret|private/)
  })

  test('has the address that connected, and the claimed one beside it', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.66, 70.0.0.1, 192.0.2.1', via: '1.1 x.cloudfront.net' }
    expect(await recorded(eventWith({ headers }))).toMatchObject({ sourceIp: '192.0.2.1', forwardedFor: '70.0.0.1' })
  })

  test('names the message that the request sent', async () => {
    const sent = eventWith({ pathParameters: { id: 'c' } })
    expect(await recorded(sent, 201, '{"id":"m","text":"private"}')).not.toHaveProperty('messageId')
    dynamodb.resetHistory()
    vi.stubEnv('REQUEST_LOG_OPERATION', 'conversations/send-message')
    expect(await recorded(sent, 201, '{"id":"m","text":"private"}')).toMatchObject({
      conversationId: 'c',
      messageId: 'm',
    })
    dynamodb.resetHistory()
    expect(await recorded(sent, 409, '{"id":"m"}')).not.toHaveProperty('messageId')
  })

  test('names the message that started a conversation', async () => {
    vi.stubEnv('REQUEST_LOG_OPERATION', 'conversations/create')
    const started = eventWith({ pathParameters: null, messageId: 'm' })
    expect(await recorded(started, 201, '{"id":"c"}')).toMatchObject({ conversationId: 'c', messageId: 'm' })
    dynamodb.resetHistory()
    expect(await recorded(started, 502, '{"code":"provider_error"}')).not.toHaveProperty('messageId')
    dynamodb.resetHistory()
    expect(await recorded(eventWith({ pathParameters: null }), 201, '{"id":"c"}')).not.toHaveProperty('messageId')
  })

  test('has the other parameters of the path', async () => {
    const requestContext = { requestId: 'r', requestTimeEpoch: 0, resourcePath: '/a/{id}/proxy/{path+}', identity: {} }
    const event = eventWith({ requestContext, pathParameters: { id: 'x', path: '1/messages' } })
    expect(await recorded(event)).toMatchObject({ path: '/a/x/proxy/1/messages/' })
  })

  test.each([
    [404, '{"error":"No such agent","code":"not_found"}', 'not_found'],
    [429, '{"error":"Too many","retry_after":1}', undefined],
    [502, '{"code":190}', undefined],
    [500, 'not JSON', undefined],
  ])('of a %i %s has the code %s', async (status, body, code) => {
    expect((await recorded(eventWith(), status, body)).code).toBe(code)
  })

  test('costs one write unit', async () => {
    const long = 'x'.repeat(5000)
    vi.stubEnv('REQUEST_LOG_OPERATION', 'webhook-deliveries/replay-failed')
    const event = eventWith({
      headers: { 'user-agent': long },
      pathParameters: null,
      queryStringParameters: { [long]: '1' },
      requestContext: {
        requestId: '0199aa00-0000-7000-8000-000000000001',
        requestTimeEpoch: Date.parse('2026-01-02'),
        resourcePath: `/${long}`,
        identity: { sourceIp: '2001:0db8:85a3:0000:0000:8a2e:0370:7334' },
      },
    })
    const owner = '0199aa00-0000-7000-8000-000000000001'
    recordResponse(event, { ...key, organizationId: owner, apiKey: { id: 'abcdefghij', name: 'x'.repeat(100) } })
    await event.record?.({ statusCode: 400, body: JSON.stringify({ code: 'validation_error' }) })
    const item = dynamodb.commandCalls(PutCommand)[0]?.args[0].input.Item ?? {}
    const bytes = Object.entries(item).map(([name, value]) => name.length + String(value).length)
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1024)
  })
})

test.each([
  ['a user of the dashboard', 'agents/list', user],
  ['a service without a request log', '', key],
])('requests of %s are not recorded', async (_, operation, caller) => {
  vi.stubEnv('REQUEST_LOG_OPERATION', operation)
  const event = eventWith()
  recordResponse(event, caller)
  expect(event.record).toBeUndefined()
})

test('a failed write does not fail the request', async () => {
  dynamodb.onAnyCommand().rejects(new Error('no table'))
  const event = eventWith()
  recordResponse(event, key)
  await expect(event.record?.({ statusCode: 200, body: '' })).resolves.toBeUndefined()
  expect(dynamodb.commandCalls(PutCommand)).not.toEqual([])
})

test('the request does not wait for a write that does not end', async () => {
  dynamodb.onAnyCommand().callsFake(() => new Promise(() => {}))
  const event = eventWith()
  recordResponse(event, key)
  await expect(event.record?.({ statusCode: 200, body: '' })).resolves.toBeUndefined()
})

test('a refused request says what is wrong with its fields, without numbers of customers', async () => {
  const details = [
    { path: 'limit', message: 'must be at most 100' },
    { path: 'metadata.447700900123', message: 'must be a string' },
    { path: '', message: 'must be an object' },
  ]
  const body = JSON.stringify({ error: 'limit: must be at most 100', code: 'validation_error', details })
  expect(await recorded(eventWith(), 400, body)).toMatchObject({
    code: 'validation_error',
    reason: 'limit: must be at most 100; metadata.…: must be a string; must be an object',
  })
})

test.each([
  ['no JSON', '<html>'],
  ['no object', '[]'],
  ['an error without details', '{"code":"not_found"}'],
  ['details of another shape', '{"code":"x","details":"limit"}'],
])('a refused request with %s has no reason', async (_, body) => {
  expect(await recorded(eventWith(), 400, body)).not.toHaveProperty('reason')
})
