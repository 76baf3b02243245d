import { expect, test } from 'vitest'
import { routesOf } from './routes.ts'

const route = routesOf(
  [
    'GET /',
    'GET /agents',
    'POST /agents',
    'GET /agents/{id}',
    'GET /agents/mine',
    'ANY /agents/{id}/tools',
    'DELETE /agents/{id}/tools',
    'GET /agents/{id}/tools/{tool}',
    'GET /files/{path+}',
    'ANY /{proxy+}',
  ].map((line) => {
    const [httpMethod = '', resourcePath = ''] = line.split(' ')
    return { httpMethod, resourcePath }
  }),
)

test.each([
  ['GET', '/', 'GET /', null],
  ['GET', '/agents', 'GET /agents', null],
  ['GET', '/agents/', 'GET /agents', null],
  ['GET', '//agents', 'GET /agents', null],
  ['POST', '/agents/', 'POST /agents', null],
  ['GET', '/agents/mine', 'GET /agents/mine', null],
  ['GET', '/agents/7', 'GET /agents/{id}', { id: '7' }],
  ['GET', '/agents/7/', 'GET /agents/{id}', { id: '7' }],
  ['GET', '/agents/a%2Fb%20c', 'GET /agents/{id}', { id: 'a%2Fb%20c' }],
  ['PUT', '/agents/7/tools', 'ANY /agents/{id}/tools', { id: '7' }],
  ['DELETE', '/agents/7/tools', 'DELETE /agents/{id}/tools', { id: '7' }],
  ['GET', '/agents/mine/tools/hammer/', 'GET /agents/{id}/tools/{tool}', { id: 'mine', tool: 'hammer' }],
  ['GET', '/files/a/b.txt', 'GET /files/{path+}', { path: 'a/b.txt' }],
  ['GET', '/files/a//b/', 'GET /files/{path+}', { path: 'a//b' }],
] as const)('routes %s %s to %s', (httpMethod, path, expected, pathParameters) => {
  const match = route(httpMethod, path)
  expect(`${match?.method.httpMethod} ${match?.method.resourcePath}`).toBe(expected)
  expect(match?.pathParameters).toEqual(pathParameters)
})

test.each([
  ['PUT', '/agents', { proxy: 'agents' }],
  ['GET', '/files', { proxy: 'files' }],
  ['GET', '/files/', { proxy: 'files' }],
  ['GET', '/agents//tools', { proxy: 'agents//tools' }],
] as const)('routes %s %s to the greedy resource', (httpMethod, path, pathParameters) => {
  expect(route(httpMethod, path)).toMatchObject({ method: { resourcePath: '/{proxy+}' }, pathParameters })
})

test('does not match the root with a greedy resource, nor an unknown path with any resource', () => {
  expect(route('POST', '/')).toBeUndefined()
  const single = routesOf([{ httpMethod: 'GET', resourcePath: '/agents' }])
  expect(single('GET', '/agents')).toBeDefined()
  expect(single('POST', '/agents')).toBeUndefined()
  expect(single('GET', '/agents/7')).toBeUndefined()
  expect(single('GET', '/')).toBeUndefined()
})
