import { expect, test } from 'vitest'
import { throttled } from '../lambda/lambda-error.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { RestApiOptions } from './rest-api.ts'
import { fetchResult, hostFunction, method, part, resources, startApi } from './rest-api-fixture.ts'

hostFunction()

const KEYS = new Map([
  ['good-key-value-1234567', { id: 'key1', enabled: true, usagePlanIds: ['Plan'] }],
  ['other-key-value-123456', { id: 'key2', enabled: true, usagePlanIds: ['Plan'] }],
  ['disabled-key-value-123', { id: 'key3', enabled: false, usagePlanIds: ['Plan'] }],
  ['planless-key-value-123', { id: 'key4', enabled: true, usagePlanIds: ['Elsewhere'] }],
])
const findKey = (value: string) => KEYS.get(value)
const withKey = (value: string) => ({ headers: { 'x-api-key': value } })

test('requires an enabled key in a usage plan of this stage', async () => {
  const url = await startApi(resources(), { findKey })
  for (const value of ['', 'unknown', 'disabled-key-value-123', 'planless-key-value-123']) {
    const response = await fetch(`${url}/keyed`, withKey(value))
    expect([response.status, await response.text()]).toEqual([403, '{"message":"Forbidden"}'])
    expect(response.headers.get('x-amzn-errortype')).toBe('ForbiddenException')
  }
  const allowed = await fetch(`${url}/keyed/`, withKey('good-key-value-1234567'))
  expect(await allowed.json()).toMatchObject({
    requestContext: { identity: { apiKeyId: 'key1', apiKey: 'good-key-value-1234567' } },
  })
})

test('rejects a key’s requests above burst and rate, without effect on other keys', async () => {
  let now = 1_000_000_000_000
  const url = await startApi(resources(), { findKey, clock: () => now })
  const statusOf = async (value: string) => (await fetch(`${url}/keyed`, withKey(value))).status
  for (const expected of [200, 200, 200, 429]) expect(await statusOf('good-key-value-1234567')).toBe(expected)
  expect(await statusOf('other-key-value-123456')).toBe(200)
  now += 601
  for (const expected of [200, 429]) expect(await statusOf('good-key-value-1234567')).toBe(expected)
})

test('throttles methods without a required key by the stage, each separately', async () => {
  const MethodSettings = [
    { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
    { HttpMethod: 'GET', ResourcePath: '/~1orders~1{id}', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 },
  ]
  const [, ...parts] = resources()
  const stage = part('Stage', 'Stage', { StageName: 'live', MethodSettings })
  const url = await startApi([stage, ...parts], { clock: () => 0 })
  const statusOf = async (path: string) => (await fetch(url + path)).status
  expect([await statusOf('/orders'), await statusOf('/orders'), await statusOf('/orders')]).toEqual([200, 200, 429])
  expect([await statusOf('/orders/1'), await statusOf('/orders/2')]).toEqual([200, 429])
})

test('returns 500 for a throttled function, because API Gateway does not pass on Lambda’s 429', async () => {
  const lambda: LambdaService = { invoke: () => Promise.reject(throttled()), stop: async () => {} }
  const response = await fetch(`${await startApi(resources(), { lambda })}/orders`)
  expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal server error"}'])
})

const refusals = [
  part('GatewayResponse', 'NotFound', {
    ResponseType: 'MISSING_AUTHENTICATION_TOKEN',
    StatusCode: '404',
    ResponseTemplates: {
      'application/json': '{"error":"$context.path is unknown","code":"not_found","id":"$context.requestId"}',
    },
  }),
  part('GatewayResponse', 'Throttled', {
    ResponseType: 'THROTTLED',
    ResponseParameters: { 'gatewayresponse.header.Retry-After': "'60'" },
    ResponseTemplates: { 'application/json': '{"error":$context.error.messageString,"retry_after":60}' },
  }),
  part('GatewayResponse', 'Other4xx', {
    ResponseType: 'DEFAULT_4XX',
    ResponseParameters: {
      'gatewayresponse.header.x-request-id': 'context.requestId',
      'gatewayresponse.header.x-asked': 'method.request.header.X-Asked',
    },
    ResponseTemplates: {
      'application/json': '{"type":"$context.error.responseType","message":"$context.error.message"}',
    },
  }),
  part('GatewayResponse', 'Other5xx', { ResponseType: 'DEFAULT_5XX', StatusCode: '500' }),
]

test('uses the status, headers and template of the API’s own gateway response', async () => {
  const url = await startApi(resources(...refusals), { findKey, clock: () => 0 })
  const unknown = await fetch(`${url}/nowhere`)
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    { error: '/nowhere is unknown', code: 'not_found', id: unknown.headers.get('x-amzn-requestid') },
  ])
  expect((await fetch(`${url}/orders`, { method: 'DELETE' })).status).toBe(404)
  const calls = [1, 2, 3, 4].map(() => fetch(`${url}/keyed`, withKey('good-key-value-1234567')))
  const throttled = (await Promise.all(calls)).find(({ status }) => status === 429)
  expect(throttled?.headers.get('retry-after')).toBe('60')
  expect(await throttled?.json()).toEqual({ error: 'Too Many Requests', retry_after: 60 })
})

test('uses the default gateway response if the type has none, and keeps the status', async () => {
  const url = await startApi(resources(...refusals), { findKey })
  const forbidden = await fetch(`${url}/keyed`, { headers: { 'x-asked': 'politely' } })
  expect([forbidden.status, await forbidden.json()]).toEqual([403, { type: 'INVALID_API_KEY', message: 'Forbidden' }])
  expect(forbidden.headers.get('x-request-id')).toBe(forbidden.headers.get('x-amzn-requestid'))
  expect(forbidden.headers.get('x-asked')).toBe('politely')
  const failed = await fetchResult(url, 'throw')
  expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal server error' }])
})

test('returns AWS’s own bodies without gateway responses', async () => {
  const response = await fetch(`${await startApi(resources())}/nowhere`)
  expect([response.status, await response.text()]).toEqual([403, '{"message":"Missing Authentication Token"}'])
})

test('rejects bodies over ten megabytes with a response that cannot be customised', async () => {
  const url = await startApi(resources(...refusals))
  const response = await fetch(`${url}/orders`, { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) })
  expect([response.status, await response.text()]).toEqual([413, '{"message":"Request Too Long"}'])
  const overLambda = await fetch(`${url}/orders`, { method: 'POST', body: 'x'.repeat(7 * 1024 * 1024) })
  expect(overLambda.status).toBe(413)
})

test('returns 414 for a URL above 10,240 characters', async () => {
  const url = await startApi(resources())
  const statusOf = async (length: number) => (await fetch(`${url}/orders?q=${'x'.repeat(length - 10)}`)).status
  expect([await statusOf(10_240), await statusOf(10_241)]).toEqual([200, 414])
})

test('rejects headers over 10,240 bytes', async () => {
  const url = await startApi(resources())
  expect((await fetch(`${url}/orders`, { headers: { long: 'x'.repeat(9000) } })).status).toBe(200)
  expect((await fetch(`${url}/orders`, { headers: { long: 'x'.repeat(10_300) } })).status).toBe(431)
  expect((await fetch(`${url}/orders`, { headers: { long: 'x'.repeat(60_000) } })).status).toBe(431)
})

const guarded = [
  part('Authorizer', 'Users', {
    Type: 'COGNITO_USER_POOLS',
    ProviderARNs: ['pool-arn'],
    IdentitySource: 'method.request.header.Authorization',
  }),
  method('Orders', 'PATCH', { AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: 'Users' }),
]

test('requires a valid token for a method with a Cognito authorizer', async () => {
  const verifyToken: RestApiOptions['verifyToken'] = async ({ token, userPoolArns }) =>
    token === 'good' && userPoolArns.includes('pool-arn') ? { sub: 'user-1' } : undefined
  const url = await startApi(resources(...guarded), { verifyToken })
  const call = (authorization?: string) =>
    fetch(`${url}/orders`, { method: 'PATCH', headers: authorization ? { authorization } : {} })
  for (const authorization of [undefined, 'bad']) {
    const response = await call(authorization)
    expect([response.status, await response.text()]).toEqual([401, '{"message":"Unauthorized"}'])
  }
  for (const authorization of ['good', 'Bearer good']) {
    const response = await call(authorization)
    expect(await response.json()).toMatchObject({ requestContext: { authorizer: { claims: { sub: 'user-1' } } } })
  }
})

test('rejects an expired token with the API’s UNAUTHORIZED response', async () => {
  const response = part('GatewayResponse', 'Unauthorized', {
    ResponseType: 'UNAUTHORIZED',
    ResponseTemplates: { 'application/json': '{"error":$context.error.messageString,"code":"authentication_failed"}' },
  })
  const url = await startApi(resources(...guarded, response), { verifyToken: async () => 'expired' })
  const refused = await fetch(`${url}/orders`, { method: 'PATCH', headers: { authorization: 'old' } })
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { error: 'The incoming token has expired', code: 'authentication_failed' },
  ])
})

test('passes claims to the function as text', async () => {
  const claims = {
    sub: 'user-1',
    'cognito:groups': ['a', 'b'],
    email_verified: true,
    auth_time: 1775738096,
    exp: 1775738096,
  }
  const url = await startApi(resources(...guarded), { verifyToken: async () => claims })
  const response = await fetch(`${url}/orders`, { method: 'PATCH', headers: { authorization: 'good' } })
  expect(await response.json()).toMatchObject({
    requestContext: {
      authorizer: {
        claims: {
          sub: 'user-1',
          'cognito:groups': 'a,b',
          email_verified: 'true',
          auth_time: '1775738096',
          exp: 'Thu Apr 09 12:34:56 UTC 2026',
        },
      },
    },
  })
})

test('rejects requests of a method whose authorizer cannot be verified', async () => {
  const url = await startApi(resources(...guarded))
  const response = await fetch(`${url}/orders`, { method: 'PATCH', headers: { authorization: 'good' } })
  expect(response.status).toBe(500)
})
