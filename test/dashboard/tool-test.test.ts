// @module-tag full
import { randomUUID } from 'node:crypto'
import { createAgent } from '@replywright/contract/agents.ts'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { type Endpoint, startEndpoint } from '@replywright/core/answering/tools/testing/endpoint.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { type RoleSessions, signInWithRoles } from './role-sessions.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

let service: Service
let roles: RoleSessions
let endpoint: Endpoint
beforeAll(async () => {
  service = await startTestService()
  roles = await signInWithRoles(service)
  endpoint = await startEndpoint({
    '/orders/A-1': (response, { headers }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(headers)),
    '/orders': (response, { body }) => response.writeHead(201, { 'content-type': 'text/plain' }).end(body),
    '/down': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<p>Down'),
  })
})
afterAll(async () => {
  await endpoint[Symbol.asyncDispose]()
  await service.stop()
})
beforeEach(() => {
  endpoint.requests.length = 0
})

const fixed = (value: string) => ({ input: { type: 'value', value } })
const filled = (more: object = {}) => ({ input: { type: 'description', description: 'x' }, ...more })
const SECRET = 'Bearer sk-live-xyz'

/** Creates an agent with one tool. Returns the path of the tool's test. */
async function toolOf(apiSchema: object, more: object = {}): Promise<string> {
  const tools = [{ name: 'Order', description: '', creditCost: 0, apiSchema, ...more }]
  const response = await roles.sessionOf('member').call('POST', '/v1/agents/', { name: 'Tested', tools })
  const agent = bodyOf(createAgent, response)
  return `/v1/agents/${agent.id}/tools/${agent.tools[0]?.id}/test/`
}
const callTest = (path: string, args: unknown = {}, session: DashboardSession = roles.sessionOf('member')) =>
  session.call('POST', path, { arguments: args })
const resultOf = async (path: string, args?: object) =>
  bodyOf(dashboardEndpoints['agents/test-tool'], await callTest(path, args))

const order = () => ({
  url: endpoint.at('/orders/{order}'),
  path_params: { order: filled() },
  query_params: { limit: filled({ type: 'integer', required: false }) },
  request_headers: { authorization: fixed(SECRET) },
})

test('a member sends the request of a saved tool, without its secrets in the response', async () => {
  const result = await resultOf(await toolOf(order()), { order: 'A-1', limit: '5' })
  expect(result).toMatchObject({
    method: 'GET',
    url: endpoint.at('/orders/A-1?limit=5'),
    succeeded: true,
    status: 200,
    text: expect.stringContaining('"authorization":"[hidden]"'),
  })
  expect(endpoint.requests).toMatchObject([
    { method: 'GET', url: '/orders/A-1?limit=5', headers: { authorization: SECRET } },
  ])
})

test('a POST has sample values for placeholders, and an inactive tool is tested, too', async () => {
  const request_body = { order: filled(), phone: fixed('%PHONE_NUMBER%') }
  const path = await toolOf({ url: endpoint.at('/orders'), method: 'POST', request_body }, { active: false })
  expect(await resultOf(path, { order: 'A-1' })).toMatchObject({
    method: 'POST',
    status: 201,
    text: 'HTTP 201 Created\n{"order":"A-1","phone":"+447700900200"}',
  })
  expect(endpoint.requests).toHaveLength(1)
})

test('a repeat with the same Idempotency-Key sends the same key to the endpoint', async () => {
  const path = await toolOf(order())
  const repeat = { 'Idempotency-Key': randomUUID() }
  for (const _ of [1, 2]) await roles.sessionOf('member').call('POST', path, { arguments: { order: 'A-1' } }, repeat)
  const [first, second] = endpoint.requests.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
})

test('an endpoint that fails is a result, and so is one that may not be called', async () => {
  expect(await resultOf(await toolOf({ url: endpoint.at('/down') }))).toMatchObject({
    succeeded: false,
    status: 500,
    text: 'HTTP 500 Internal Server Error\nDown',
  })
  expect(await resultOf(await toolOf({ url: 'http://169.254.169.254/latest/' }))).toMatchObject({
    succeeded: false,
    status: null,
    text: 'The endpoint could not be reached: its address is not allowed.',
  })
})

test('wrong arguments and a tool with a problem are refused', async () => {
  const path = await toolOf(order())
  expect(await callTest(path, { order: 'A-1', limit: 'many' })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', details: [{ path: 'arguments', message: expect.stringContaining('limit') }] },
  })
  expect(await callTest(path, 'A-1')).toMatchObject({ status: 400 })
  expect(await callTest(await toolOf({ url: endpoint.at('/{lost}') }))).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: expect.stringContaining('the url contains {lost}') },
  })
  expect(endpoint.requests).toEqual([])
})

test('viewers and other organisations do not test a tool, and an unknown tool is not found', async () => {
  const path = await toolOf(order())
  expect(await callTest(path, { order: 'A-1' }, roles.sessionOf('viewer'))).toMatchObject({
    status: 403,
    body: { code: 'permission_denied' },
  })
  const demo = await signInToDashboard(service)
  const [, , , agentId = ''] = path.split('/')
  const share = { email: service.ready.email }
  expect(await roles.sessionOf('member').call('POST', `/v1/agents/${agentId}/share/`, share)).toMatchObject({
    status: 200,
  })
  expect(await demo.call('POST', `/v1/me/shares/${agentId}/accept/`)).toMatchObject({ status: 204 })
  expect(await demo.call('GET', `/v1/agents/${agentId}/`)).toMatchObject({ status: 200 })
  expect(await callTest(path, { order: 'A-1' }, demo)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const unknown = path.replace(/[^/]+\/test\/$/, `${randomUUID()}/test/`)
  expect(await callTest(unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(endpoint.requests).toEqual([])
})
