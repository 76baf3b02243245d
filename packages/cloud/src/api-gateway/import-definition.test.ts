import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../resource.ts'
import { withImported } from './import-definition.ts'
import { hostFunction, part, resource, startApi, URI } from './rest-api-fixture.ts'

hostFunction()

const POOL = 'arn:aws:cognito-idp:eu-central-1:111111111111:userpool/pool'
const STAGE = part('Stage', 'Stage', {
  StageName: 'live',
  MethodSettings: [{ ResourcePath: '/~1open', HttpMethod: 'GET', ThrottlingRateLimit: 0, ThrottlingBurstLimit: 1 }],
})
const INTEGRATION = { type: 'aws_proxy', httpMethod: 'POST', uri: URI }
const OPEN = { responses: {}, security: [], 'x-amazon-apigateway-integration': INTEGRATION }
const SCHEME = {
  type: 'apiKey',
  name: 'Authorization',
  in: 'header',
  'x-amazon-apigateway-authtype': 'cognito_user_pools',
  'x-amazon-apigateway-authorizer': { type: 'cognito_user_pools', providerARNs: [POOL] },
}

function definition(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.0.1',
    info: { title: 'Api' },
    paths,
    components: { securitySchemes: { users: SCHEME } },
    'x-amazon-apigateway-gateway-responses': {
      UNAUTHORIZED: {
        statusCode: '418',
        responseParameters: { 'gatewayresponse.header.x-kind': "'tea'" },
        responseTemplates: { 'application/json': '{"error":"no"}' },
      },
    },
    ...more,
  }
}

const imported = (Body: Json, ...more: ReturnType<typeof part>[]) =>
  withImported([resource('Api', { Body }, 'AWS::ApiGateway::RestApi'), STAGE, ...more])

test('serves the paths, authorizer, throttles and errors of a definition', async () => {
  const paths = {
    '/open': { get: OPEN },
    '/orders/{id}': { get: { ...OPEN, security: [{ users: [] }] }, 'x-amazon-apigateway-any-method': OPEN },
  }
  const url = await startApi([...imported(definition(paths))], {
    verifyToken: async ({ token, userPoolArns }) =>
      token === 'good' && userPoolArns.includes(POOL) ? { sub: 'someone' } : undefined,
  })
  expect((await fetch(`${url}/open/`)).status).toBe(200)
  expect((await fetch(`${url}/open`)).status).toBe(429)
  expect((await fetch(`${url}/orders`)).status).toBe(403)
  const refused = await fetch(`${url}/orders/7`, { headers: { Authorization: 'bad' } })
  expect([refused.status, refused.headers.get('x-kind'), await refused.text()]).toEqual([418, 'tea', '{"error":"no"}'])
  const event = await (await fetch(`${url}/orders/7/`, { headers: { Authorization: 'good' } })).json()
  expect(event).toMatchObject({
    resource: '/orders/{id}',
    pathParameters: { id: '7' },
    requestContext: { authorizer: { claims: { sub: 'someone' } } },
  })
  expect((await fetch(`${url}/orders/7`, { method: 'PUT' })).status).toBe(200)
})

test('requires API keys, and returns mocks without a function', async () => {
  const mock = {
    type: 'mock',
    requestTemplates: { 'application/json': '{"statusCode":405}' },
    responses: {
      default: {
        statusCode: '405',
        responseParameters: {
          'method.response.header.Allow': "'GET, HEAD'",
          'method.response.header.x-request-id': 'context.requestId',
        },
        responseTemplates: { 'application/json': '{"error":"no $context.httpMethod"}' },
      },
    },
  }
  const paths = {
    '/keyed': { get: { ...OPEN, security: [{ keys: [] }] } },
    '/open': {
      get: OPEN,
      'x-amazon-apigateway-any-method': { responses: {}, 'x-amazon-apigateway-integration': mock },
    },
  }
  const components = { securitySchemes: { keys: { type: 'apiKey', name: 'x-api-key', in: 'header' } } }
  const plan = resource('Plan', { ApiStages: [{ ApiId: 'Api', Stage: 'live' }] }, 'AWS::ApiGateway::UsagePlan')
  const url = await startApi([...imported(definition(paths, { components }), plan)], {
    findKey: (value) => (value === 'good' ? { id: 'key', enabled: true, usagePlanIds: ['Plan'] } : undefined),
  })
  expect((await fetch(`${url}/keyed`)).status).toBe(403)
  expect((await fetch(`${url}/keyed`, { headers: { 'X-API-Key': 'good' } })).status).toBe(200)
  const refused = await fetch(`${url}/open`, { method: 'PUT', body: 'text' })
  expect([refused.status, refused.headers.get('allow'), await refused.text()]).toEqual([
    405,
    'GET, HEAD',
    '{"error":"no PUT"}',
  ])
  expect(refused.headers.get('x-request-id')).toBe(refused.headers.get('x-amzn-requestid'))
  expect((await fetch(`${url}/open`)).status).toBe(200)
})

const get = (operation: Json, path = '/a') => definition({ [path]: { get: operation } })
const integrated = (integration: JsonObject) =>
  get({ ...OPEN, 'x-amazon-apigateway-integration': { ...INTEGRATION, ...integration } })

test.each([
  ['another version', definition({}, { openapi: '3.1.0' }), 'only OpenAPI 3.0'],
  ['an unknown extension', definition({}, { 'x-amazon-apigateway-policy': {} }), 'x-amazon-apigateway-policy'],
  ['no title', definition({}, { info: {} }), 'info.title'],
  ['a method without integration', get({ responses: {} }), 'get /a: no integration defined for method'],
  ['another integration', integrated({ type: 'http_proxy' }), 'only aws_proxy and mock'],
  ['the wrong method of Lambda', integrated({ httpMethod: 'GET' }), 'must be POST'],
  ['an unknown field of an integration', integrated({ cacheKeyParameters: [] }), 'cacheKeyParameters'],
  [
    'a mock without its response',
    get({ ...OPEN, 'x-amazon-apigateway-integration': { type: 'mock' } }),
    'exactly one response, default',
  ],
  [
    'a mock that does not name its status',
    get({
      ...OPEN,
      'x-amazon-apigateway-integration': { type: 'mock', responses: { default: { statusCode: '405' } } },
    }),
    'must name the status',
  ],
  ['an unknown security scheme', get({ ...OPEN, security: [{ others: [] }] }), 'exactly one security scheme'],
  ['an unknown verb', definition({ '/a': { trace: OPEN } }), 'trace /a'],
  ['a trailing slash', get(OPEN, '/a/'), 'the path /a/'],
  ['a greedy part in the middle', get(OPEN, '/{all+}/a'), 'only the last part'],
  [
    'two names of a variable part',
    definition({ '/a/{id}': { get: OPEN }, '/a/{name}/b': { get: OPEN } }),
    'the sibling {id} already has a variable path part',
  ],
  [
    'an authorizer without user pools',
    definition({}, { components: { securitySchemes: { users: {} } } }),
    'users: only',
  ],
])('rejects %s', (_, body, reason) => {
  expect(() => imported(body)).toThrow(reason)
})

test('rejects parts beside the definition, which its next import would remove', () => {
  const beside = part('GatewayResponse', 'Beside', { ResponseType: 'THROTTLED' })
  expect(() => imported(definition({}), beside)).toThrow('remove Beside')
})
