import { expect, test } from 'vitest'
import { fetchResult, hostFunction, method, resources, startApi, URI } from './rest-api-fixture.ts'

hostFunction()

test('passes the complete proxy event to the handler', async () => {
  const url = await startApi(resources())
  const response = await fetch(`${url}/orders/a%2Fb/?x=1&x=2&y=a+b`, {
    headers: { 'X-Mixed': 'Case', 'user-agent': 'me' },
  })
  expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-amz-apigw-id')).toBeTruthy()
  const event = JSON.parse(await response.text())
  expect(event).toMatchObject({
    resource: '/orders/{id}',
    path: '/orders/a%2Fb/',
    httpMethod: 'GET',
    headers: { 'X-Forwarded-For': '127.0.0.1', 'user-agent': 'me' },
    multiValueHeaders: { 'user-agent': ['me'] },
    queryStringParameters: { x: '2', y: 'a b' },
    multiValueQueryStringParameters: { x: ['1', '2'], y: ['a b'] },
    pathParameters: { id: 'a%2Fb' },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
  })
  expect(event.requestContext).toEqual({
    accountId: '111111111111',
    apiId: 'Api',
    deploymentId: 'deployed',
    domainName: '127.0.0.1',
    domainPrefix: '127',
    extendedRequestId: response.headers.get('x-amz-apigw-id'),
    httpMethod: 'GET',
    identity: {
      accessKey: null,
      accountId: null,
      caller: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: '127.0.0.1',
      user: null,
      userAgent: 'me',
      userArn: null,
    },
    path: '/orders/a%2Fb/',
    protocol: 'HTTP/1.1',
    requestId: response.headers.get('x-amzn-requestid'),
    requestTime: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    requestTimeEpoch: expect.any(Number),
    resourceId: 'Order',
    resourcePath: '/orders/{id}',
    stage: 'live',
  })
})

test('routes a path with and without a trailing slash to the same resource', async () => {
  const url = await startApi(resources())
  for (const path of ['/orders', '/orders/']) {
    expect(await (await fetch(url + path)).json()).toMatchObject({ resource: '/orders', path, pathParameters: null })
  }
  expect(await (await fetch(url)).json()).toMatchObject({ resource: '/', queryStringParameters: null })
})

test('passes bodies as text, or as base64 for the API’s binary media types', async () => {
  const url = await startApi(resources(), {}, { BinaryMediaTypes: ['multipart/form-data', 'image/*'] })
  const post = async (type: string, body: string) =>
    (await fetch(`${url}/orders`, { method: 'POST', body, headers: { 'content-type': type } })).json()
  expect(await post('application/json', '{"ü":1}')).toMatchObject({ body: '{"ü":1}', isBase64Encoded: false })
  for (const type of ['multipart/form-data; boundary=x', 'IMAGE/png']) {
    expect(await post(type, 'bytes')).toMatchObject({ body: 'Ynl0ZXM=', isBase64Encoded: true })
  }
})

test('lets the function set status, headers, multi-value headers and bytes', async () => {
  const url = await startApi(resources(), {}, { BinaryMediaTypes: ['image/png'] })
  const full = await fetchResult(url, {
    statusCode: 418,
    headers: { 'X-One': 'a', 'X-Two': 'lost', 'WWW-Authenticate': 'Bearer' },
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'x-two': ['b', 'c'] },
    body: 'tea',
  })
  expect([full.status, await full.text()]).toEqual([418, 'tea'])
  expect(full.headers.get('x-one')).toBe('a')
  expect(full.headers.get('x-two')).toBe('b, c')
  expect(full.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(full.headers.get('www-authenticate')).toBeNull()
  expect(full.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer')
  const bytes = { statusCode: 200, body: 'Ynl0ZXM=', isBase64Encoded: true }
  expect(await (await fetchResult(url, bytes, { accept: 'image/png' })).text()).toBe('bytes')
  expect(await (await fetchResult(url, bytes, { accept: 'text/html' })).text()).toBe('Ynl0ZXM=')
})

test.each([
  [{ statusCode: '201' }, 201],
  [{ headers: { 'x-a': 'b' } }, 200],
  [{}, 200],
  [{ statusCode: 200, wrongValue: 1 }, 502],
  [{ statusCode: 'test' }, 502],
  [{ statusCode: 99 }, 502],
  [{ statusCode: 200, body: { a: 1 } }, 502],
  [{ statusCode: 200, multiValueHeaders: { a: 'b' } }, 502],
  ['"just text"', 502],
  ['null', 502],
  ['throw', 502],
] as const)('returns for the result %o status %i', async (result, status) => {
  const response = await fetchResult(await startApi(resources()), result)
  expect(response.status).toBe(status)
  expect(await response.text()).toBe(status === 502 ? '{"message":"Internal server error"}' : '')
})

test('returns 504 for an integration that takes too long', async () => {
  const Integration = { Type: 'AWS_PROXY', Uri: URI, TimeoutInMillis: 200 }
  const parts = resources(method('Orders', 'PUT', { Integration }))
  const response = await fetch(`${await startApi(parts)}/orders?result=hang`, { method: 'PUT' })
  expect([response.status, await response.json()]).toEqual([504, { message: 'Endpoint request timed out' }])
})

test('returns the mock’s response for a CORS preflight', async () => {
  const Integration = {
    Type: 'MOCK',
    RequestTemplates: { 'application/json': '{ statusCode: 204 }' },
    IntegrationResponses: [
      {
        StatusCode: '204',
        ResponseParameters: {
          'method.response.header.Access-Control-Allow-Origin': "'https://app.test'",
          'method.response.header.Access-Control-Allow-Methods': "'GET,POST'",
        },
      },
    ],
  }
  const url = await startApi(resources(method('Orders', 'OPTIONS', { Integration })))
  const response = await fetch(`${url}/orders`, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.test')
  expect(response.headers.get('access-control-allow-methods')).toBe('GET,POST')
})

test('rejects an unsupported API at startup', async () => {
  await expect(startApi(resources(method('Orders', 'PUT', { AuthorizationType: 'AWS_IAM' })))).rejects.toThrow(
    'AWS_IAM',
  )
  await expect(startApi(resources(method('Orders', 'PUT', { Integration: { Type: 'HTTP' } })))).rejects.toThrow('HTTP')
  await expect(startApi(resources().slice(1))).rejects.toThrow('one stage')
})
