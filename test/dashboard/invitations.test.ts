// @module-tag full

import { listAgents } from '@replywright/contract/agents.ts'
import { listAuditLog } from '@replywright/contract/audit-log.ts'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { MOST_INVITATIONS_PER_DAY } from '@replywright/contract/dashboard/members.ts'
import { getMe } from '@replywright/contract/dashboard/session.ts'
import { InvitationEntity } from '@replywright/core/people/invitations/invitation-entity.ts'
import { acceptInvitation } from '@replywright/core/people/invitations/invitations.ts'
import { createOrganization } from '@replywright/core/people/organizations/organizations.ts'
import { DailyCountEntity } from '@replywright/core/platform/quotas/daily-count-entity.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { describe, expect, test } from 'vitest'
import { runOps } from '../operations/run-ops.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { addMember, organizationOf, PASSWORD } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { demo, other, people, service, signInBeforeAll } from './signed-in.ts'
import { bodyOf } from './webhooks.ts'

signInBeforeAll()

const me = async ({ call }: DashboardSession, organizationId?: string) =>
  bodyOf(getMe, await call('GET', '/v1/me/', undefined, organizationId ? { 'X-Organization-Id': organizationId } : {}))
const members = async () => bodyOf(contract['members/list'], await demo.call('GET', '/v1/members/'))
const listed = async (email: string) => (await members()).find((member) => member.email === email)
const signIn = (email: string) => signInToDashboard(service, { email, password: PASSWORD })
const invite = (email: string, role?: string, { call } = demo) => call('POST', '/v1/members/', { email, role })
const accept = ({ call }: DashboardSession, id: string) => call('POST', `/v1/me/invitations/${id}/accept/`)
const decline = ({ call }: DashboardSession, id: string) => call('DELETE', `/v1/me/invitations/${id}/`)
const actions = async (objectName: string) => {
  const { results } = bodyOf(listAuditLog, await demo.call('GET', '/v1/audit-log/?object=member&limit=100'))
  return results.filter((entry) => entry.objectName === objectName).map(({ action }) => action)
}

/** Signs a user up, invites them, and returns their session and the invitation. */
async function invited(email: string, role?: string) {
  await people.signUp(email)
  const { id } = bodyOf(contract['members/invite'], await invite(email, role))
  return { session: await signIn(email), id }
}

/** Sets the number of invitations that an organisation has sent today. */
async function setInvitationsOfToday(on: Service, subject: string, count: number): Promise<void> {
  actAsAdministrator(on)
  const { data } = await DailyCountEntity.query.byDay({ quota: 'invitations', subject }).go()
  expect(data).toMatchObject([{ count: 1 }])
  for (const each of data) await DailyCountEntity.patch(each).set({ count }).go()
}

describe('an invitation', () => {
  test('of a user with an account changes nothing before the user accepts it', async () => {
    const email = 'asked@example.com'
    const { session, id } = await invited(email, 'viewer')
    const organization = await organizationOf(demo)
    expect(await listed(email)).toMatchObject({
      ...{ id, status: 'invited', name: '', expiresAt: expect.any(String), invitedBy: service.ready.email },
    })
    const { organizations, invitations } = await me(session)
    expect(organizations).toHaveLength(1)
    const { name: organizationName, id: organizationId } = organization
    const facts = { id, organizationId, organizationName, role: 'viewer', invitedBy: service.ready.email }
    expect(invitations).toEqual([{ ...facts, expiresAt: expect.any(String) }])
    const early = await session.call('GET', '/v1/agents/', undefined, { 'X-Organization-Id': organizationId })
    expect(early).toMatchObject({ status: 404 })

    expect(await accept(other, id)).toMatchObject({ status: 404 })
    expect(await accept(session, id)).toMatchObject({ status: 200, body: organization })
    expect(await accept(session, id)).toMatchObject({ status: 404 })
    const joined = await me(session, organizationId)
    expect(joined).toMatchObject({ role: 'viewer', organization, invitations: [] })
    expect(joined.organizations).toHaveLength(2)
    expect(await listed(email)).toMatchObject({ id: joined.user.id, status: 'active', role: 'viewer', expiresAt: null })
    expect(await invite(email)).toMatchObject({ status: 409, body: { error: expect.stringContaining('a member') } })
    expect(await actions(email)).toEqual(['accept', 'invite'])
  })

  test('shows nothing about the address', async () => {
    await people.signUp('with@example.com')
    await (await signIn('with@example.com')).call('PATCH', '/v1/me/', { name: 'With an account' })
    const shown = async (email: string) => {
      const { status, body } = await invite(email)
      const entry = await listed(email)
      const mails = service.cloud.mail.filter(
        ({ to, subject }) => to === email && subject === 'Invitation to an organisation',
      )
      return JSON.stringify({ status, body, entry, mails: mails.map((mail) => mail.body) }, (key, value) =>
        ['id', 'email', 'joinedAt', 'expiresAt'].includes(key) ? key : value,
      )
    }
    const [withAccount, without] = [await shown('with@example.com'), await shown('without@example.com')]
    expect(withAccount).toBe(without)
    expect(without).toContain('invites you to the organisation “Demo”')
  })

  test('requires an address of at most 128 characters', async () => {
    const longest = `${'x'.repeat(116)}@example.com`
    expect(await invite(`x${longest}`)).toMatchObject({ status: 400, body: { details: [{ path: 'email' }] } })
    expect(await invite(longest)).toMatchObject({ status: 201 })
  })

  test('of a newcomer leaves the newcomer in an organisation of their own', async () => {
    const email = 'newcomer@example.com'
    await invite(email)
    await people.choosePassword(email)
    const session = await signIn(email)
    const { organizations, invitations } = await me(session)
    expect(organizations).toMatchObject([{ name: email, isPersonal: true }])
    expect(await accept(session, invitations[0]?.id ?? '')).toMatchObject({ status: 200 })
    expect((await me(session)).organizations).toMatchObject([{ isPersonal: true }, { name: 'Demo' }])
  })

  test.each(['accepts it', 'is added by an operator'])(
    'of a user who has a shared agent: the agent is listed once when the user %s',
    async (way) => {
      const email = `shared-${way.length}@example.com`
      const { session, id } = await invited(email)
      const organizationId = (await organizationOf(demo)).id
      const agents = async ({ call }: DashboardSession, headers = {}) => {
        const { count, results } = bodyOf(listAgents, await call('GET', '/v1/agents/', undefined, headers))
        return { count, ids: results.map((agent) => agent.id) }
      }
      const agentId = service.ready.agent.id
      await demo.call('POST', `/v1/agents/${agentId}/share/`, { email })
      await session.call('POST', `/v1/me/shares/${agentId}/accept/`)
      expect(await agents(session)).toEqual({ count: 1, ids: [agentId] })
      if (way === 'accepts it') await accept(session, id)
      else await runOps(service, ['users', 'add', '--email', email, '--organization', organizationId])
      expect(await agents(session, { 'X-Organization-Id': organizationId })).toEqual(await agents(demo))
      expect(await agents(session)).toEqual({ count: 0, ids: [] })
      expect((await demo.call('GET', `/v1/agents/${agentId}/shares/`)).body).toEqual([])
    },
  )

  test('whose role an admin lowers meanwhile is accepted with the lower role', async () => {
    const email = 'lowered@example.com'
    const { session, id } = await invited(email, 'admin')
    const { user } = await me(session)
    const { id: organizationId } = await organizationOf(demo)
    actAsAdministrator(service)
    const caller: Caller = { userId: user.id, email, organizationId, role: 'viewer', permission: 'read', groups: [] }
    const lower = async () => {
      await InvitationEntity.patch({ organizationId, id }).set({ role: 'viewer' }).go()
    }
    const origin = { requestId: 'r', sourceIp: '127.0.0.1', userAgent: 'Firefox' }
    await acceptInvitation(caller, id, { origin, beforeJoining: lower }, Date.now())
    expect(await me(session, organizationId)).toMatchObject({ role: 'viewer', invitations: [] })
  })

  test('is declined by the user, or withdrawn by an admin', async () => {
    const first = await invited('declines@example.com')
    expect(await decline(other, first.id)).toMatchObject({ status: 404 })
    expect(await decline(first.session, first.id)).toMatchObject({ status: 204 })
    expect(await listed('declines@example.com')).toBeUndefined()
    expect(await actions('declines@example.com')).toEqual(['decline', 'invite'])

    const second = await invited('withdrawn@example.com')
    const withdraw = ({ call }: DashboardSession) => call('DELETE', `/v1/members/${second.id}/invite/`)
    expect(await withdraw(other)).toMatchObject({ status: 404 })
    expect(await withdraw(demo)).toMatchObject({ status: 204 })
    expect(await withdraw(demo)).toMatchObject({ status: 404 })
    for (const answer of [accept, decline])
      expect(await answer(second.session, second.id)).toMatchObject({ status: 404 })
    expect((await me(second.session)).invitations).toEqual([])
  })

  test('is mailed at most once a minute, and renewed with another role', async () => {
    const email = 'again@example.com'
    const { id } = bodyOf(contract['members/invite'], await invite(email.toUpperCase()))
    const mails = people.mailsTo(email)
    expect(await invite(email, 'admin')).toMatchObject({ status: 201, body: { id, role: 'admin' } })
    const again = ({ call }: DashboardSession) => call('POST', `/v1/members/${id}/invite/`)
    expect(await again(demo)).toMatchObject({ status: 200, body: { id, role: 'admin' } })
    expect(await again(other)).toMatchObject({ status: 404 })
    expect(people.mailsTo(email)).toBe(mails)
    expect(await listed(email)).toMatchObject({ role: 'admin' })
    const { id: organizationId } = await organizationOf(demo)
    await InvitationEntity.patch({ organizationId, id })
      .set({ invitedAt: Date.now() - 60_000 })
      .go()
    expect(await again(demo)).toMatchObject({ status: 200, body: { id, role: 'admin' } })
    expect(people.mailsTo(email)).toBeGreaterThan(mails)
  })

  test('is refused above the quota of the day', async () => {
    actAsAdministrator(service)
    const { organizationId: organization } = await createOrganization('Eager', Date.now())
    const eager = await addMember(service, 'eager@example.com', organization)
    const email = (index: number) => `guest${index}@example.com`
    expect(await invite(email(0), undefined, eager)).toMatchObject({ status: 201 })
    await setInvitationsOfToday(service, organization, MOST_INVITATIONS_PER_DAY - 1)
    expect(await invite(email(1), undefined, eager)).toMatchObject({ status: 201 })
    expect(await invite(email(-1), undefined, eager)).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('invitations today'), retry_after: expect.any(Number) },
    })
    expect(await invite(email(0), undefined, eager)).toMatchObject({ status: 201 })
    expect(await invite('elsewhere@example.com')).toMatchObject({ status: 201 })
  })
})

test('a removed member stays signed in, keeps other organisations, and joins again by another invitation', async () => {
  const email = 'removed@example.com'
  const { session, id } = await invited(email)
  await accept(session, id)
  const { id: organizationId } = await organizationOf(demo)
  const userId = (await me(session, organizationId)).user.id
  expect(await demo.call('DELETE', `/v1/members/${userId}/`)).toMatchObject({ status: 204 })
  expect(await people.session('refresh', {}, { cookie: session.cookie })).toMatchObject({ status: 200 })
  expect((await me(session)).organizations).toMatchObject([{ isPersonal: true }])
  expect(await listed(email)).toBeUndefined()
  const renewed = bodyOf(contract['members/invite'], await invite(email))
  // The first invitation was sent in this minute, but it has been accepted.
  expect(await accept(session, renewed.id)).toMatchObject({ status: 200 })
  expect(await listed(email)).toMatchObject({ id: userId, status: 'active' })
})
