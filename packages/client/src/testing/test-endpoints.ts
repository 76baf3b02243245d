import { endpoint, NO_BODY } from '@replywright/contract/endpoint.ts'
import { PageQuery, pageOf } from '@replywright/contract/page.ts'
import * as v from 'valibot'
import { connect } from '../connect.ts'
import type { TypesOf } from '../contract-types.ts'
import { describeOperations } from '../operation.ts'
import type { Connection } from '../send.ts'

const None = v.object({})
const Item = v.object({ id: v.string(), name: v.string() })
const Items = pageOf(Item)
const Paging = v.object({ ...PageQuery.entries, active: v.optional(v.picklist(['true', 'false'])) })
const common = {
  tag: 'Items',
  summary: 'x',
  access: 'write',
  query: None,
  status: 200,
  response: Item,
  errors: [],
} as const
const IdParams = v.object({ id: v.string() })

/** One endpoint per shape that the contract can have. */
export const testEndpoints = {
  'items/list': endpoint({
    ...common,
    method: 'GET',
    path: '/api/v1/items/',
    params: None,
    query: Paging,
    body: NO_BODY,
    response: Items,
  }),
  'items/get': endpoint({ ...common, method: 'GET', path: '/api/v1/items/{id}/', params: IdParams, body: NO_BODY }),
  'items/add-number': endpoint({
    ...common,
    method: 'POST',
    path: '/api/v1/items/{id}/add-number/',
    params: IdParams,
    body: v.object({ id: v.string(), name: v.optional(v.string()) }),
  }),
  'items/share': endpoint({
    ...common,
    method: 'POST',
    path: '/api/v1/items/{id}/share/',
    params: IdParams,
    body: v.union([v.object({ email: v.string() }), v.object({ userPhoneNumber: v.string() })]),
  }),
  'items/reset': endpoint({
    ...common,
    method: 'POST',
    path: '/api/v1/items/{id}/reset/',
    params: IdParams,
    body: None,
  }),
  'items/update': endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/v1/items/{id}/',
    params: IdParams,
    body: v.object({ name: v.optional(v.string()) }),
  }),
  'items/delete': endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/v1/items/{id}/',
    params: IdParams,
    body: NO_BODY,
    status: 204,
    response: NO_BODY,
  }),
  'items/import': endpoint({
    ...common,
    method: 'PUT',
    path: '/api/v1/items/',
    params: None,
    query: v.object({ dryRun: v.optional(v.string()) }),
    body: v.array(Item),
  }),
  'items/proxy-post': endpoint({
    ...common,
    method: 'POST',
    path: '/api/v1/items/{id}/proxy/{path+}/',
    params: v.object({ id: v.string(), path: v.string() }),
    body: v.record(v.string(), v.unknown()),
  }),
  'items/fire': endpoint({
    ...common,
    method: 'POST',
    path: '/items/{id}/fire/',
    headers: { 'X-Secret': 'x' },
    params: IdParams,
    body: v.object({ name: v.string() }),
  }),
  'items/page': endpoint({ method: 'GET', path: '/items/', audience: 'browsers' }),
  'items/file': endpoint({
    ...common,
    method: 'GET',
    path: '/items/{id}/file/',
    params: IdParams,
    body: NO_BODY,
    status: 302,
    response: NO_BODY,
  }),
  'msg-items/sub-items/get': endpoint({
    ...common,
    method: 'GET',
    path: '/api/v1/msg-items/{itemId}/sub-items/{subItemId}/',
    params: v.object({ itemId: v.string(), subItemId: v.string() }),
    body: NO_BODY,
  }),
  'msg-items/sub-items/list': endpoint({
    ...common,
    method: 'GET',
    path: '/api/v1/msg-items/{id}/sub-items/',
    params: IdParams,
    query: Paging,
    body: NO_BODY,
    response: Items,
  }),
}

export type TestOperations = TypesOf<typeof testEndpoints>

/** Creates a client. Waits end immediately and are recorded in milliseconds. Random values are 0. */
export function testClient(baseUrl: string, overrides: Partial<Connection> = {}) {
  const waits: number[] = []
  const connection: Connection = {
    baseUrl,
    apiKey: 'key-1',
    fetch: (url, init) => fetch(url, init),
    retries: 3,
    timeoutMs: 10_000,
    timing: {
      now: () => Date.UTC(2026, 0, 1),
      random: () => 0,
      sleep: async (milliseconds) => void waits.push(milliseconds),
    },
    ...overrides,
  }
  return { waits, client: connect<TestOperations>(describeOperations(testEndpoints), connection) }
}
