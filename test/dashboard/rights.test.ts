// @module-tag full
import { randomUUID } from 'node:crypto'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { getMe } from '@replywright/contract/dashboard/session.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { includesRole, ROLES, type Role } from '@replywright/contract/roles.ts'
import { createApiKey, revokeApiKeysOf } from '@replywright/core/people/api-keys/api-keys.ts'
import type { Service } from '@replywright/local/start-service.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mirroredPath, mirroredRoutes } from '../../infra/dashboard/dashboard-api.ts'
import { describeTools, type Tool } from '../../packages/client/src/cli/mcp/describe-tools.ts'
import { schemaValues } from '../api/schema-values.ts'
import { type ApiResponse, callApi, idOf, startTestService } from '../support/service.ts'
import { bodyFor, pathOf } from './every-endpoint.ts'
import { API_NEEDS, DASHBOARD_NEEDS, mayDo, type Need, needsOf, SECRETS, type Who } from './needs.ts'
import { type RoleSessions, signInWithRoles } from './role-sessions.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

// Most tests call each operation for each caller.
vi.setConfig({ testTimeout: 600_000 })

const PERMISSIONS = ['full', 'read'] as const
/** Refused after the rights were checked. */
const NO_JSON = { 'Content-Type': 'text/plain' }

const sessions = ROLES.map((role): Who => ({ role, by: 'session', permission: 'full' }))
const keys = ROLES.flatMap((role) => PERMISSIONS.map((permission): Who => ({ role, by: 'key', permission })))

const apiNeeds = needsOf(API_NEEDS)
const dashboardNeeds = needsOf(DASHBOARD_NEEDS)
const api = Object.entries<Endpoint>(endpoints)
const dashboard = Object.entries<Endpoint>(dashboardEndpoints)
const mirrored = new Set(mirroredRoutes(endpoints, dashboardEndpoints).map(([name]) => name))

let service: Service
let roles: RoleSessions
let operator: DashboardSession
const userIds = new Map<Role, string>()

beforeAll(async () => {
  service = await startTestService()
  roles = await signInWithRoles(service)
  operator = await signInToDashboard(service)
  for (const role of ROLES) {
    const me = bodyOf(getMe, await roles.sessionOf(role).call('GET', '/v1/me/'))
    userIds.set(role, me.user.id)
  }
})
afterAll(() => service?.stop())
// An organisation can have 20 keys.
afterEach(async () => {
  const { organizationId } = roles
  const now = Date.now()
  for (const userId of userIds.values()) await revokeApiKeysOf({ organizationId, userId, since: now }, now)
})

/** Creates an API key of the user with the role, as if the user had been an admin before. */
async function keyOf({ role, permission }: Who): Promise<string> {
  const owner = { organizationId: roles.organizationId, userId: userIds.get(role) ?? '' }
  return (await createApiKey(owner, { name: `${role} ${permission}`, permission }, Date.now())).value
}

async function callWithKey(key: string, endpoint: Endpoint): Promise<ApiResponse> {
  const body = bodyFor(endpoint)
  const response = await fetch(`${service.ready.baseUrl}${pathOf(endpoint, randomUUID()).replace('+}', '}')}`, {
    method: endpoint.method,
    headers: { 'X-API-Key': key, ...(body !== undefined && NO_JSON) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Returns what a response says about the caller's rights. */
function verdictOf({ status, body }: Pick<ApiResponse, 'status' | 'body'>): string {
  if (status >= 500 || status === 401 || status === 429) return `${status} ${JSON.stringify(body)}`
  return status === 403 ? 'refused' : 'allowed'
}

const expected = (need: Need | undefined, who: Who) =>
  need === undefined ? 'missing in needs.ts' : mayDo(need, who) ? 'allowed' : 'refused'

test('the table has every operation of the contract, once', () => {
  for (const [needs, table, names] of [
    [apiNeeds, API_NEEDS, Object.keys(endpoints)],
    [dashboardNeeds, DASHBOARD_NEEDS, Object.keys(dashboardEndpoints)],
  ] as const) {
    expect([...needs.keys()].toSorted()).toEqual(names.toSorted())
    expect(Object.values<readonly string[]>(table).flat()).toHaveLength(names.length)
  }
})

test('public operations are those without a caller', () => {
  const declared = [...api, ...dashboard].flatMap(([name, { access }]) => (access === 'public' ? [name] : []))
  expect(declared.toSorted()).toEqual([...API_NEEDS.public].toSorted())
})

/** An operation, and what it needs. */
interface Needing<Operation> {
  readonly name: string
  readonly need: Need | undefined
  readonly operation: Operation
}

/** Returns whose call it was, as a failure shows it. */
const titleOf = ({ role, by, permission }: Who) => `${by} of a ${role}, ${permission}`

/**
 * Calls each operation for all callers before the next one, because starting its function takes longer than the calls. Expects that
 * each caller may do what its rights say.
 */
async function expectRights<Operation>(
  operations: readonly Needing<Operation>[],
  callers: readonly { readonly who: Who; readonly call: (operation: Operation) => Promise<string> }[],
): Promise<void> {
  const results: string[][] = []
  for (const { name, operation } of operations)
    for (const { who, call } of callers) results.push([name, titleOf(who), await call(operation)])
  expect(results).toEqual(
    operations.flatMap(({ name, need }) => callers.map(({ who }) => [name, titleOf(who), expected(need, who)])),
  )
}

test('an API key does what its owner may do now, and no more than its permission', async () => {
  const operations = api.map(([name, operation]) => ({ name, operation, need: apiNeeds.get(name) }))
  const callers = keys.map(async (who) => {
    const key = await keyOf(who)
    return { who, call: async (endpoint: Endpoint) => verdictOf(await callWithKey(key, endpoint)) }
  })
  await expectRights(
    operations.filter(({ need }) => need !== 'public'),
    await Promise.all(callers),
  )
})

test('a session does what the role may do', async () => {
  const operations: Needing<Endpoint>[] = [
    ...api
      .filter(([name]) => mirrored.has(name))
      .map(([name, endpoint]): Needing<Endpoint> => {
        const path: Endpoint['path'] = `/${mirroredPath(endpoint.path).slice(1)}`
        return { name, operation: { ...endpoint, path }, need: apiNeeds.get(name) }
      }),
    ...dashboard.map(([name, operation]) => ({ name, operation, need: dashboardNeeds.get(name) })),
  ]
  const callers = sessions.map(async (who) => {
    // One of the operations ends the session.
    const { call } = await roles.add(`${randomUUID()}@rights.example.com`, who.role)
    const callAs = async (endpoint: Endpoint) =>
      verdictOf(await call(endpoint.method, pathOf(endpoint, randomUUID()), bodyFor(endpoint), NO_JSON))
    return { who, call: callAs }
  })
  await expectRights(operations, await Promise.all(callers))
})

const tools = describeTools(openApiDocument('')).map((tool) => ({
  name: tool.name,
  operation: tool,
  need: needOfTool(tool),
}))
const isUsable = (need: Need | undefined, who: Who) =>
  need === 'read' || mayDo(need === 'adminKey' ? need : 'write', who)

describe.each(keys)('an API key of a $role with the permission $permission', (who) => {
  test('says in /me/ what it may do now', async () => {
    const shown = await callApi(service.ready.baseUrl, await keyOf(who), 'GET', '/me/')
    const permission = mayDo('write', who) ? 'full' : 'read'
    expect(shown).toMatchObject({ status: 200, body: { user: { role: who.role }, permission } })
  })

  test('has the tools of the hosted MCP server that it may use', async () => {
    const offered = await listTools(await keyOf(who))
    const usable = tools.filter(({ need }) => isUsable(need, who))
    expect(offered.toSorted()).toEqual(usable.map(({ name }) => name).toSorted())
  })
})

test('a tool of the hosted MCP server has the rights of its operation', async () => {
  const callers = await Promise.all(keys.map(async (who) => ({ who, key: await keyOf(who) })))
  // Each call is two requests of the key, whose rate is limited. Reads are the same for all.
  for (const tool of tools.filter(({ need }) => need !== 'read'))
    await expectRights(
      [tool],
      callers
        .filter(({ who }) => isUsable(tool.need, who))
        .map(({ who, key }) => ({ who, call: (operation: Tool) => callTool(key, operation) })),
    )
})

test('a session with operator access does what operators may do', async () => {
  for (const [name, endpoint] of dashboard.filter(([each]) => dashboardNeeds.get(each) === 'operator')) {
    const response = await operator.call(endpoint.method, pathOf(endpoint, randomUUID()), bodyFor(endpoint), NO_JSON)
    expect([name, verdictOf(response)]).toEqual([name, 'allowed'])
  }
})

describe('secrets', () => {
  const SECRET = 'known to only a few users'
  const paths: Record<keyof typeof SECRETS, string> = {
    'agents/get': '',
    'mcp-connectors/get': '',
    'msg-link-sessions/get': '',
  }
  beforeAll(async () => {
    const { call } = roles.sessionOf('admin')
    const outboundTriggers = [{ secret: SECRET, templateId: 'T1', templateName: 'welcome' }]
    const created = async (path: string, body: object) => {
      const response = await call('POST', `/v1${path}`, body)
      expect(response).toMatchObject({ status: 201 })
      return `${path}${idOf(response)}/`
    }
    const agent = { name: 'Secretive', systemPrompt: 'x', firstMessage: '', outboundTriggers }
    paths['agents/get'] = await created('/agents/', agent)
    const connector = { name: 'Shop', url: 'https://mcp.example.com/', headers: { Authorization: SECRET } }
    paths['mcp-connectors/get'] = await created('/mcp-connectors/', connector)
    const link = { successUrl: 'https://shop.example.com/ok', returnUrl: 'https://shop.example.com/back' }
    paths['msg-link-sessions/get'] = await created('/msg-link-sessions/', link)
  })
  const shows = (body: unknown) => /known to only|\/link\//.test(JSON.stringify(body))
  const sees = (least: Role, { role, permission }: Who) => permission === 'full' && includesRole(role, least)

  test.each([...keys, ...sessions])(
    'are shown to a $by of a $role with the permission $permission by its rights',
    async (who) => {
      const key = who.by === 'key' ? await keyOf(who) : ''
      for (const [name, least] of Object.entries(SECRETS)) {
        const path = Object.entries(paths).find(([each]) => each === name)?.[1] ?? ''
        const { status, body } =
          who.by === 'key'
            ? await callApi(service.ready.baseUrl, key, 'GET', path)
            : await roles.sessionOf(who.role).call('GET', `/v1${path}`)
        expect([name, status, shows(body)]).toEqual([name, 200, sees(least, who)])
      }
    },
  )
})

/** Returns the need of a tool's operation. */
function needOfTool({ method, path }: Tool): Need | undefined {
  const [name] = api.find(([, each]) => each.method === method && each.path.replace('+}', '}') === path) ?? []
  return name === undefined ? undefined : apiNeeds.get(name)
}

async function rpc(key: string, method: string, params: object): Promise<unknown> {
  const response = await fetch(`${service.ready.baseUrl}/api/v1/mcp/`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return await response.json()
}

async function listTools(key: string): Promise<string[]> {
  const listed = await rpc(key, 'tools/list', {})
  expect(listed).toMatchObject({ result: { tools: expect.any(Array) } })
  return [...JSON.stringify(listed).matchAll(/"name":"(\w+)","title"/g)].map(([, name = '']) => name)
}

/** Calls a tool with valid input about objects that do not exist. */
async function callTool(key: string, { name, path, inputSchema }: Tool): Promise<string> {
  const { arbitrary } = schemaValues(openApiDocument(''))
  const schema = { ...inputSchema, properties: { ...inputSchema.properties }, required: [...inputSchema.required] }
  const [input] = fc.sample(arbitrary(schema), { seed: 1, numRuns: 1 })
  const ids = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, randomUUID()]))
  const numbers = path.includes('{n}') ? { n: '447700900999' } : {}
  const called = await rpc(key, 'tools/call', { name, arguments: { ...Object(input), ...ids, ...numbers } })
  const text = JSON.stringify(called)
  if (/invalid_input|rate_limit|"error":/.test(text)) return text
  return text.includes('permission_denied') ? 'refused' : 'allowed'
}
