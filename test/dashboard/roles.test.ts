// @module-tag full
import { randomUUID } from 'node:crypto'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { getMe } from '@replywright/contract/dashboard/session.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { ROLES, type Role } from '@replywright/contract/roles.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mirroredPath, mirroredRoutes } from '../../infra/dashboard/dashboard-api.ts'
import { runOps } from '../operations/run-ops.ts'
import { callApi, idOf, startTestService } from '../support/service.ts'
import { expectRole, type RoleSessions, signInWithRoles } from './role-sessions.ts'
import type { DashboardSession } from './session.ts'
import { bodyOf } from './webhooks.ts'

/** Roles are cached for 15 seconds. */
const WAIT = { timeout: 90_000, interval: 250 }

let service: Service
let roles: RoleSessions
let organizationId: string

beforeAll(async () => {
  service = await startTestService()
  roles = await signInWithRoles(service)
  organizationId = roles.organizationId
})
afterAll(() => service?.stop())

const sessionOf = (role: Role) => roles.sessionOf(role)
const me = async ({ call }: DashboardSession) => bodyOf(getMe, await call('GET', '/v1/me/'))
const idOfRole = async (role: Role) => (await me(sessionOf(role))).user.id
const setRole = (by: Role, id: string, role: string) => sessionOf(by).call('PUT', `/v1/members/${id}/role/`, { role })

/** Endpoints of the API, which the dashboard calls, too. `routes.test.ts` has those of the dashboard alone. */
const mirrored = mirroredRoutes(endpoints, dashboardEndpoints).map(([name]): [string, Endpoint] => {
  const found = Object.entries<Endpoint>(endpoints).find(([each]) => each === name)
  if (!found) throw new Error(`${name} is unknown`)
  return [name, { ...found[1], path: `/${mirroredPath(found[1].path).slice(1)}` }]
})

test.each(mirrored)('%s obeys the role that the contract declares', async (_, endpoint) => {
  await expectRole(roles, endpoint)
})

describe('a role', () => {
  test('is shown by both /me/ endpoints and by the list of members', async () => {
    for (const role of ROLES) expect(await me(sessionOf(role))).toMatchObject({ role })
    const admin = sessionOf('admin')
    const key = await admin.call('POST', '/v1/api-keys/', { name: 'key' })
    const { value } = bodyOf(dashboardEndpoints['api-keys/create'], key)
    await vi.waitFor(async () => {
      const shown = await callApi(service.ready.baseUrl, value, 'GET', '/me/')
      expect(shown).toMatchObject({ status: 200, body: { user: { role: 'admin' }, permission: 'full' } })
    }, WAIT)
    const members = bodyOf(dashboardEndpoints['members/list'], await admin.call('GET', '/v1/members/'))
    // The user without an account, which comes with an organisation, is no admin.
    expect(members.map(({ role }) => role)).toEqual(['member', ...ROLES])
  })

  test('hides secrets from viewers', async () => {
    const outboundTriggers = [{ secret: 'hidden from viewers', templateId: 'T1', templateName: 'welcome' }]
    const agent = { name: 'Secretive', systemPrompt: 'x', firstMessage: '', outboundTriggers }
    const id = idOf(await sessionOf('member').call('POST', '/v1/agents/', agent))
    const shown = async (role: Role) =>
      JSON.stringify((await sessionOf(role).call('GET', `/v1/agents/${id}/`)).body).includes('hidden')
    expect(await shown('member')).toBe(true)
    expect(await shown('viewer')).toBe(false)
  })

  test('is changed by admins only, and takes effect within 15 seconds', async () => {
    const id = await idOfRole('viewer')
    for (const role of ['member', 'viewer'] as const)
      expect(await setRole(role, id, 'admin')).toMatchObject({
        status: 403,
        body: { code: 'permission_denied', error: expect.stringContaining('requires the role admin') },
      })
    for (const wrong of ['owner', '']) expect(await setRole('admin', id, wrong)).toMatchObject({ status: 400 })
    expect(await setRole('admin', 'nobody', 'member')).toMatchObject({ status: 404 })
    expect(await setRole('admin', id, 'member')).toMatchObject({ status: 200, body: { id, role: 'member' } })
    await vi.waitFor(async () => expect(await me(sessionOf('viewer'))).toMatchObject({ role: 'member' }), WAIT)
    const { user } = await me(sessionOf('viewer'))
    const change = ['users', 'set-role', '--email', user.email, '--organization', organizationId]
    expect(await runOps(service, [...change, '--role', 'viewer'])).toMatchObject({ role: 'viewer' })
    await vi.waitFor(async () => expect(await me(sessionOf('viewer'))).toMatchObject({ role: 'viewer' }), WAIT)
    const entries = await sessionOf('viewer').call('GET', '/v1/audit-log/?action=change_role')
    expect(entries).toMatchObject({
      body: { results: [{ object: 'member' }, { object: 'member' }, { code: 'not_found' }] },
    })
    await expect(runOps(service, [...change, '--role', 'owner'])).rejects.toMatchObject({
      stderr: expect.stringContaining('admin, member or viewer'),
    })
  })

  test('of the last admin is kept', async () => {
    const { user } = await me(sessionOf('admin'))
    const refused = { status: 409, body: { error: expect.stringContaining('last admin'), code: 'conflict' } }
    expect(await setRole('admin', user.id, 'member')).toMatchObject(refused)
    expect(await sessionOf('admin').call('DELETE', `/v1/members/${user.id}/`)).toMatchObject(refused)
    expect(await sessionOf('admin').call('POST', '/v1/organization/leave/')).toMatchObject(refused)
    await expect(
      runOps(service, ['users', 'remove', '--email', user.email, '--organization', organizationId, '--yes']),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('last admin') })
  })

  test('of two admins who change each other concurrently is kept by one', async () => {
    const second = await roles.add(`${randomUUID()}@roles.example.com`, 'admin')
    const ids = [await idOfRole('admin'), (await me(second)).user.id]
    const [first = '', other = ''] = ids
    const demote = (session: DashboardSession, id: string) =>
      session.call('PUT', `/v1/members/${id}/role/`, { role: 'member' })
    const results = await Promise.all([demote(sessionOf('admin'), other), demote(second, first)])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    const members = bodyOf(dashboardEndpoints['members/list'], await second.call('GET', '/v1/members/'))
    expect(members.filter(({ role, id }) => role === 'admin' && ids.includes(id))).toHaveLength(1)
  })
})
