import { expect, test } from 'vitest'
import { routesOf } from './routes.ts'

const route = routesOf(
  [
    'GET /',
    'GET /orders',
    'POST /orders',
    'GET /orders/{id}',
    'GET /orders/mine',
    'ANY /orders/{id}/tools',
    'DELETE /orders/{id}/tools',
    'GET /orders/{id}/tools/{tool}',
    'GET /files/{path+}',
    'ANY /{proxy+}',
  ].map((line) => {
    const [httpMethod = '', resourcePath = ''] = line.split(' ')
    return { httpMethod, resourcePath }
  }),
)

test.each([
  ['GET', '/', 'GET /', null],
  ['GET', '/orders', 'GET /orders', null],
  ['GET', '/orders/', 'GET /orders', null],
  ['GET', '//orders', 'GET /orders', null],
  ['POST', '/orders/', 'POST /orders', null],
  ['GET', '/orders/mine', 'GET /orders/mine', null],
  ['GET', '/orders/7', 'GET /orders/{id}', { id: '7' }],
  ['GET', '/orders/7/', 'GET /orders/{id}', { id: '7' }],
  ['GET', '/orders/a%2Fb%20c', 'GET /orders/{id}', { id: 'a%2Fb%20c' }],
  ['PUT', '/orders/7/tools', 'ANY /orders/{id}/tools', { id: '7' }],
  ['DELETE', '/orders/7/tools', 'DELETE /orders/{id}/tools', { id: '7' }],
  ['GET', '/orders/mine/tools/hammer/', 'GET /orders/{id}/tools/{tool}', { id: 'mine', tool: 'hammer' }],
  ['GET', '/files/a/b.txt', 'GET /files/{path+}', { path: 'a/b.txt' }],
  ['GET', '/files/a//b/', 'GET /files/{path+}', { path: 'a//b' }],
] as const)('routes %s %s to %s', (httpMethod, path, expected, pathParameters) => {
  const match = route(httpMethod, path)
  expect(`${match?.method.httpMethod} ${match?.method.resourcePath}`).toBe(expected)
  expect(match?.pathParameters).toEqual(pathParameters)
})

test.each([
  ['PUT', '/orders', { proxy: 'orders' }],
  ['GET', '/files', { proxy: 'files' }],
  ['GET', '/files/', { proxy: 'files' }],
  ['GET', '/orders//tools', { proxy: 'orders//tools' }],
] as const)('routes %s %s to the greedy resource', (httpMethod, path, pathParameters) => {
  expect(route(httpMethod, path)).toMatchObject({ method: { resourcePath: '/{proxy+}' }, pathParameters })
})

test('does not match the root with a greedy resource, nor an unknown path with any resource', () => {
  expect(route('POST', '/')).toBeUndefined()
  const single = routesOf([{ httpMethod: 'GET', resourcePath: '/orders' }])
  expect(single('GET', '/orders')).toBeDefined()
  expect(single('POST', '/orders')).toBeUndefined()
  expect(single('GET', '/orders/7')).toBeUndefined()
  expect(single('GET', '/')).toBeUndefined()
})
