// @module-tag full

import { randomUUID } from 'node:crypto'
import { listAuditLog } from '@replywright/contract/audit-log.ts'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { getMe, type Me } from '@replywright/contract/dashboard/session.ts'
import { MOST_PENDING_SHARES, MOST_SHARES_PER_DAY } from '@replywright/contract/share-limits.ts'
import { ShareInvitationEntity } from '@replywright/core/agents/shares/share-invitation-entity.ts'
import { createOrganization } from '@replywright/core/people/organizations/organizations.ts'
import { DailyCountEntity, dayOf } from '@replywright/core/platform/quotas/daily-count-entity.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, organizationOf, PASSWORD, peopleOf } from '../dashboard/people.ts'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { bodyOf } from '../dashboard/webhooks.ts'
import { runOps } from '../operations/run-ops.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callers, idOf, startTestService } from '../support/service.ts'
import { UNKNOWN_ID } from './agent-fixtures.ts'

let service: Service
let demo: DashboardSession
let other: DashboardSession
let people: ReturnType<typeof peopleOf>
let organizationId: string
beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
  other = await signInToDashboard(service, service.otherUser)
  people = peopleOf(service)
  organizationId = (await organizationOf(demo)).id
})
afterAll(() => service?.stop())

const { api, apiOfOther } = callers(() => service)

const NOT_FOUND = { status: 404, body: { code: 'not_found' } }

const newAgent = async (name = 'Ada') => idOf(await api('POST', '/agents/', { name }))
const share = (agentId: string, email: string, method = 'POST') => api(method, `/agents/${agentId}/share/`, { email })
const accept = ({ call }: DashboardSession, agentId: string) => call('POST', `/v1/me/shares/${agentId}/accept/`)
const leave = ({ call }: DashboardSession, agentId: string) => call('DELETE', `/v1/me/shares/${agentId}/`)
const listed = async (agentId: string) =>
  bodyOf(contract['agents/list-shares'], await demo.call('GET', `/v1/agents/${agentId}/shares/`))
async function pending({ call }: DashboardSession): Promise<Me['shares']> {
  return bodyOf(getMe, await call('GET', '/v1/me/')).shares
}
const agentsOf = async ({ call }: DashboardSession, headers = {}) =>
  Object(await call('GET', '/v1/agents/', undefined, headers)).body
const mailsTo = (email: string) =>
  service.cloud.mail.filter(({ to, subject }) => to === email && subject === 'An agent is shared with you')

async function newUser() {
  const email = `${randomUUID()}@shares.example.com`
  await people.signUp(email)
  return { email, session: await signInToDashboard(service, { email, password: PASSWORD }) }
}

/** Sets the number of shares that an organisation has offered today. */
async function setOfferedToday(subject: string, count: number): Promise<void> {
  actAsAdministrator(service)
  const { day, expiresAt } = dayOf(Date.now())
  await DailyCountEntity.put({ quota: 'shares', subject, day, count, expiresAt }).go()
}

const storedInvitations = async (agentId: string) => {
  actAsAdministrator(service)
  const { data } = await ShareInvitationEntity.query.byAgent({ organizationId, agentId }).go({ consistent: true })
  return data
}

describe('a share', () => {
  test('gives no access before its recipient accepts it, and ends when its owner ends it', async () => {
    const { email, session } = await newUser()
    const agentId = await newAgent()
    expect(await share(agentId, email.toUpperCase())).toMatchObject({ status: 200, body: { id: agentId } })
    expect(await listed(agentId)).toEqual([{ email, accepted: false, createdAt: expect.any(String) }])
    expect(await pending(session)).toEqual([
      {
        ...{ agentId, agentName: 'Ada', organizationName: 'Demo', sharedBy: service.ready.email },
        expiresAt: expect.any(String),
      },
    ])
    expect(await session.call('GET', `/v1/agents/${agentId}/`)).toMatchObject(NOT_FOUND)
    expect(await agentsOf(session)).toMatchObject({ count: 0, results: [] })

    expect(await accept(other, agentId)).toMatchObject(NOT_FOUND)
    for (const _ of [1, 2]) expect(await accept(session, agentId)).toMatchObject({ status: 204 })
    expect(await pending(session)).toEqual([])
    expect(await agentsOf(session)).toMatchObject({ count: 1, results: [{ id: agentId }] })
    expect(await listed(agentId)).toMatchObject([{ email, accepted: true }])
    // A repeat asks for nothing.
    expect(await share(agentId, email)).toMatchObject({ status: 200 })
    expect(await pending(session)).toEqual([])

    for (const _ of [1, 2]) expect(await share(agentId, email, 'DELETE')).toMatchObject({ status: 204 })
    expect(await listed(agentId)).toEqual([])
    expect(await session.call('GET', `/v1/agents/${agentId}/`)).toMatchObject(NOT_FOUND)
    expect(await agentsOf(session)).toMatchObject({ count: 0 })
  })

  test('is accepted once by concurrent requests', async () => {
    const { email, session } = await newUser()
    const agentId = await newAgent()
    await Promise.all([1, 2, 3].map(() => share(agentId, email)))
    expect(mailsTo(email)).toHaveLength(1)
    const answers = await Promise.all([1, 2, 3].map(() => accept(session, agentId)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await agentsOf(session)).toMatchObject({ count: 1 })
    expect(await share(agentId, email, 'DELETE')).toMatchObject({ status: 204 })
    expect((await api('DELETE', `/agents/${agentId}/`)).status).toBe(204)
    expect(await agentsOf(session)).toMatchObject({ count: 0 })
  })

  test('can be left at any time, and offered again', async () => {
    const { email, session } = await newUser()
    const agentId = await newAgent()
    await share(agentId, email)
    await accept(session, agentId)
    expect(await leave(other, agentId)).toMatchObject(NOT_FOUND)
    expect(await leave(session, agentId)).toMatchObject({ status: 204 })
    expect(await leave(session, agentId)).toMatchObject(NOT_FOUND)
    expect(await session.call('GET', `/v1/agents/${agentId}/`)).toMatchObject(NOT_FOUND)
    expect(await agentsOf(session)).toMatchObject({ count: 0 })
    expect(await listed(agentId)).toEqual([])
    const log = await demo.call('GET', '/v1/audit-log/?object=agent&limit=100')
    const { results } = bodyOf(listAuditLog, log)
    const entries = results.filter(({ objectId }) => objectId === agentId).map(({ action }) => action)
    expect(entries.slice(0, 2)).toEqual(['leave_share', 'accept_share'])
    await share(agentId, email)
    expect(await accept(session, agentId)).toMatchObject({ status: 204 })
  })

  test('that is declined looks pending to its owner, and is not offered again', async () => {
    const { email, session } = await newUser()
    const agentId = await newAgent()
    await share(agentId, email)
    const before = await listed(agentId)
    expect(await leave(session, agentId)).toMatchObject({ status: 204 })
    expect(await pending(session)).toEqual([])
    expect(await accept(session, agentId)).toMatchObject(NOT_FOUND)
    expect(await listed(agentId)).toEqual(before)
    await share(agentId, email)
    expect(await pending(session)).toEqual([])
    expect(mailsTo(email)).toHaveLength(1)
    const log = JSON.stringify((await demo.call('GET', '/v1/audit-log/?object=agent&limit=100')).body)
    expect(log).not.toContain(email)
  })

  test('shows nothing about its address', async () => {
    const shown = async (email: string) => {
      const agentId = await newAgent('Same')
      const { status, body } = await share(agentId, email)
      const again = await share(agentId, email)
      const list = await listed(agentId)
      const removed = await share(agentId, email, 'DELETE')
      const mails = mailsTo(email).map((mail) => mail.body)
      const answers = { status, body, again: again.body, list, mails, removed: removed.status }
      return JSON.stringify(answers)
        .replaceAll(agentId, 'id')
        .replaceAll(email, 'email')
        .replaceAll(/\d{4}-[^"]+Z/g, '')
    }
    const { email } = await newUser()
    const [withAccount, without] = [await shown(email), await shown('nobody@shares.example.com')]
    expect(withAccount).toBe(without)
    expect(without).toContain('shares the agent “Same” with you')
  })

  test('waits for an address that signs up later', async () => {
    const email = `${randomUUID()}@later.example.com`
    const agentId = await newAgent()
    await share(agentId, email)
    await people.signUp(email)
    const session = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await pending(session)).toMatchObject([{ agentId }])
    expect(await accept(session, agentId)).toMatchObject({ status: 204 })
  })

  test('has no effect for members, and comes after own agents', async () => {
    const agentId = await newAgent()
    expect(await share(agentId, service.ready.email)).toMatchObject({ status: 200 })
    expect(await listed(agentId)).toEqual([])
    await share(agentId, service.otherUser.email)
    expect(await accept(other, agentId)).toMatchObject({ status: 204 })
    const own = idOf(await apiOfOther('POST', '/agents/', { name: 'Own' }))
    expect((await apiOfOther('GET', '/agents/?limit=1')).body).toMatchObject({ results: [{ id: own }] })
    expect(await apiOfOther('POST', `/agents/${agentId}/share/`, { email: 'x@example.com' })).toMatchObject({
      status: 403,
    })
    expect(await other.call('GET', `/v1/agents/${agentId}/shares/`)).toMatchObject({ status: 403 })
  })

  test('expires', async () => {
    const { email, session } = await newUser()
    const agentId = await newAgent()
    await share(agentId, email)
    actAsAdministrator(service)
    await ShareInvitationEntity.patch({ organizationId, agentId, email })
      .set({ expiresAt: Math.floor(Date.now() / 1000) - 1 })
      .go()
    expect(await pending(session)).toEqual([])
    expect(await listed(agentId)).toEqual([])
    expect(await accept(session, agentId)).toMatchObject(NOT_FOUND)
    // DynamoDB deletes the item later, and it may be offered again before that.
    await share(agentId, email)
    expect(await accept(session, agentId)).toMatchObject({ status: 204 })
  })

  test('ends with its agent', async () => {
    const [first, second] = [await newUser(), await newUser()]
    const agentId = await newAgent()
    for (const { email } of [first, second]) await share(agentId, email)
    await accept(first.session, agentId)
    expect((await api('DELETE', `/agents/${agentId}/`)).status).toBe(204)
    expect(await storedInvitations(agentId)).toEqual([])
    expect(await pending(second.session)).toEqual([])
    expect(await accept(second.session, agentId)).toMatchObject(NOT_FOUND)
    expect(await share(agentId, second.email)).toMatchObject(NOT_FOUND)
    expect(await share(UNKNOWN_ID, second.email)).toMatchObject(NOT_FOUND)
  })

  test('ends with its recipient', async () => {
    const { email } = await newUser()
    const agentId = await newAgent()
    await share(agentId, email)
    const command = ['users', 'delete', '--email', email]
    expect(await runOps(service, [...command, '--dry-run'])).toMatchObject({ 'pending share': '1' })
    await runOps(service, [...command, '--yes'])
    expect(await storedInvitations(agentId)).toEqual([])
  })

  test('that is pending ends when its recipient joins the organisation', async () => {
    const { email, session } = await newUser()
    const agentId = await newAgent()
    await share(agentId, email)
    const { id } = bodyOf(contract['members/invite'], await demo.call('POST', '/v1/members/', { email }))
    expect(await session.call('POST', `/v1/me/invitations/${id}/accept/`)).toMatchObject({ status: 200 })
    expect(await pending(session)).toEqual([])
    expect(await listed(agentId)).toEqual([])
  })
})

describe('shares are limited', () => {
  const LIMIT = { status: 409, body: { code: 'conflict', reason: 'limit_reached' } }

  test('for each address, with and without an account', async () => {
    const { email, session } = await newUser()
    const unknown = `${randomUUID()}@unknown.example.com`
    actAsAdministrator(service)
    const invitation = { organizationId: randomUUID(), sharedBy: randomUUID(), createdAt: 1, expiresAt: 99_999_999_999 }
    for (const address of [email, unknown])
      for (let index = 1; index < MOST_PENDING_SHARES; index++)
        await ShareInvitationEntity.put({ ...invitation, agentId: randomUUID(), email: address }).go()
    const [last, refused] = [await newAgent(), await newAgent()]
    for (const address of [email, unknown]) {
      expect(await share(last, address)).toMatchObject({ status: 200 })
      expect(await share(refused, address)).toMatchObject(LIMIT)
      // A repeat needs no place.
      expect(await share(last, address)).toMatchObject({ status: 200 })
    }
    await leave(session, last)
    expect(await share(refused, email)).toMatchObject({ status: 200 })
  })

  test('for each organisation and day', async () => {
    actAsAdministrator(service)
    const { organizationId: eager } = await createOrganization('Eager', Date.now())
    const session = await addMember(service, `${randomUUID()}@eager.example.com`, eager)
    const here = { 'X-Organization-Id': eager }
    const agent = idOf(await session.call('POST', '/v1/agents/', { name: 'Ada' }, here))
    const offer = (email: string) => session.call('POST', `/v1/agents/${agent}/share/`, { email }, here)
    await setOfferedToday(eager, MOST_SHARES_PER_DAY - 1)
    expect(await offer('a@example.com')).toMatchObject({ status: 200 })
    expect(await offer('b@example.com')).toMatchObject(LIMIT)
    expect(await offer('a@example.com')).toMatchObject({ status: 200 })
    expect(mailsTo('b@example.com')).toEqual([])
  })
})
