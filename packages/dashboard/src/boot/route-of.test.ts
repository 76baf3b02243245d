import { expect, test } from 'vitest'
import { routeOf } from './route-of.ts'

const ROUTES = ['/', '/agents', '/agents/$id', '/agents/new', '/webhooks/$id/replay']

test.each([
  ['/', '/', {}],
  ['/agents/', '/agents', {}],
  ['/agents/new', '/agents/new', {}],
  ['/agents/7', '/agents/$id', { $id: '7' }],
  ['/webhooks/7/replay', '/webhooks/$id/replay', { $id: '7' }],
])('%s is a path of %s', (path, route, params) => {
  expect(routeOf(ROUTES, path)).toEqual({ route, params })
})

test('finds no route for other paths', () => {
  expect(routeOf(ROUTES, '/webhooks/7')).toBeUndefined()
})
