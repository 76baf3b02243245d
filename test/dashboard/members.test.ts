// @module-tag full
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import type { Member } from '@replywright/contract/dashboard/members.ts'
import { createOrganization } from '@replywright/core/people/organizations/organizations.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runOps, typeOps } from '../operations/run-ops.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callApi } from '../support/service.ts'
import { addMember, organizationOf } from './people.ts'
import type { DashboardSession } from './session.ts'
import { type SignedIn, startSignedIn } from './start-signed-in.ts'

/** Access ends within 15 seconds. */
const WAIT = { timeout: 90_000, interval: 250 }

let service: Service
let demo: DashboardSession
let other: DashboardSession
let people: SignedIn['people']
let organizationId: string

beforeAll(async () => {
  ;({ service, demo, other, people } = await startSignedIn())
  organizationId = (await organizationOf(demo)).id
})
afterAll(() => service?.stop())

const membersSeenBy = async ({ call }: DashboardSession) =>
  v.parse(contract['members/list'].response, (await call('GET', '/v1/members/')).body)

/** Adds an admin with an API key and a webhook. */
async function addAdmin(email: string, organization = organizationId) {
  const session = await addMember(service, email, organization)
  const key = await session.call('POST', '/v1/api-keys/', { name: email })
  const { value: apiKey } = v.parse(contract['api-keys/create'].response, key.body)
  const url = `${service.ready.receiverUrl}/${email}`
  const webhook = await session.call('POST', '/v1/webhooks/', { name: email, url, events: ['test.ping'], numbers: [] })
  const { id: webhookId } = v.parse(contract['webhooks/create'].response, webhook.body)
  const member = (await membersSeenBy(session)).find(({ isYou }) => isYou)
  if (!member) throw new Error(`${email} is not a member`)
  return { ...session, email, apiKey, webhookId, id: member.id }
}

/** Calls as a member of the demo organisation. The default is the first organisation of the user. */
const inOrganization = ({ call }: DashboardSession) =>
  call('GET', '/v1/agents/', undefined, { 'X-Organization-Id': organizationId })

const remove = ({ call }: DashboardSession, { id }: Pick<Member, 'id'>) => call('DELETE', `/v1/members/${id}/`)

const withKey = (apiKey: string) => callApi(service.ready.baseUrl, apiKey, 'GET', '/agents/')

/** Expects that only this membership of the user has ended and that the demo user owns their webhook. */
async function expectRemoved(member: Awaited<ReturnType<typeof addAdmin>>): Promise<void> {
  const { cookie, apiKey, webhookId } = member
  await vi.waitFor(async () => expect(await inOrganization(member)).toMatchObject({ status: 404 }), WAIT)
  await vi.waitFor(async () => expect((await withKey(apiKey)).status).toBeOneOf([401, 403]), WAIT)
  expect(await people.session('refresh', {}, { cookie })).toMatchObject({ status: 200 })
  expect(await organizationOf(member)).toMatchObject({ name: member.email, isPersonal: true })
  expect(await demo.call('GET', `/v1/webhooks/${webhookId}/`)).toMatchObject({ body: { isOwn: true, enabled: true } })
}

describe('the members of an organisation', () => {
  test('are visible to members only', async () => {
    const anna = await addAdmin('anna@example.com')
    const [first, ...later] = await membersSeenBy(anna)
    const common = { name: '', joinedAt: expect.any(String), status: 'active', role: 'admin', expiresAt: null }
    expect(first).toEqual({
      ...common,
      id: expect.any(String),
      email: service.ready.email,
      isOperator: true,
      isYou: false,
    })
    expect(later).toContainEqual({ ...common, id: anna.id, email: anna.email, isOperator: false, isYou: true })
    const [otherUser, ...more] = await membersSeenBy(other)
    expect(otherUser).toMatchObject({ email: service.otherUser.email, isYou: true })
    expect(more).toEqual([])
    for (const id of [anna.id, first?.id, 'nothing'])
      expect(await remove(other, { id: id ?? '' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await anna.call('GET', '/v1/agents/')).toMatchObject({ status: 200 })
  })

  test('lose access and API keys when removed, and the remover gets their webhooks', async () => {
    const ben = await addAdmin('ben@example.com')
    expect(await withKey(ben.apiKey)).toMatchObject({ status: 200 })
    expect(await remove(demo, ben)).toMatchObject({ status: 204 })
    await expectRemoved(ben)
    const keys = v.parse(contract['api-keys/list'].response, (await demo.call('GET', '/v1/api-keys/')).body)
    expect(keys.find(({ name }) => name === ben.email)).toMatchObject({ status: 'revoked' })
    expect((await membersSeenBy(demo)).map(({ id }) => id)).not.toContain(ben.id)
    expect(await remove(demo, ben)).toMatchObject({ status: 204 })
  })

  test('create nothing lasting from their removal or change of role on', async () => {
    const hugo = await addAdmin('hugo@example.com')
    const ines = await addAdmin('ines@example.com')
    const here = { 'X-Organization-Id': organizationId }
    const invite = () => hugo.call('POST', '/v1/members/', {}, here)
    const share = () => hugo.call('POST', `/v1/agents/${hugo.id}/share/`, {}, here)
    const createKey = () => ines.call('POST', '/v1/api-keys/', {}, here)
    for (const create of [invite, share, createKey]) expect(await create()).toMatchObject({ status: 400 })
    expect(await remove(demo, hugo)).toMatchObject({ status: 204 })
    for (const create of [invite, share]) expect(await create()).toMatchObject({ status: 404 })
    expect(await demo.call('PUT', `/v1/members/${ines.id}/role/`, { role: 'member' })).toMatchObject({ status: 200 })
    expect(await createKey()).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  })

  test('who join again do not regain their keys and webhooks', async () => {
    const carl = await addAdmin('carl@example.com')
    await remove(demo, carl)
    await runOps(service, ['users', 'add', '--email', carl.email, '--organization', organizationId])
    await vi.waitFor(async () => expect(await inOrganization(carl)).toMatchObject({ status: 200 }), WAIT)
    await vi.waitFor(async () => expect(await withKey(carl.apiKey)).toMatchObject({ status: 401 }), WAIT)
    expect(await demo.call('GET', `/v1/webhooks/${carl.webhookId}/`)).toMatchObject({ body: { isOwn: true } })
  })

  test('can leave, except for the last admin', async () => {
    const [last] = await membersSeenBy(other)
    expect(await remove(other, { id: last?.id ?? '' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('last admin'), code: 'conflict' },
    })
    const dora = await addAdmin('dora@example.com')
    expect(await dora.call('POST', '/v1/organization/leave/')).toMatchObject({ status: 204 })
    await expectRemoved(dora)
  })

  test('who remove each other concurrently leave one member', async () => {
    actAsAdministrator(service)
    const organization = await createOrganization('Two', Date.now())
    const emil = await addAdmin('emil@example.com', organization.organizationId)
    const fred = await addAdmin('fred@example.com', organization.organizationId)
    await runOps(service, [
      'api-key',
      'create',
      '--organization',
      organization.organizationId,
      '--user',
      organization.userId,
      '--name',
      'a',
    ])
    expect(await remove(emil, { id: organization.userId })).toMatchObject({ status: 204 })
    const removals = await Promise.all([remove(emil, fred), remove(fred, emil)])
    expect(removals.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const { status } of removals) expect(status).toBeLessThan(500)
    const left = removals[0]?.status === 204 ? emil : fred
    expect((await membersSeenBy(left)).map(({ id }) => id)).toEqual([left.id])
    const invite = () => left.call('POST', '/v1/members/', { email: 'guest@example.com' })
    expect(await invite()).toMatchObject({ status: 201 })
  })
})

describe('an interrupted removal', () => {
  test.each([
    ['ending the membership', { action: 'TransactWriteItems' }],
    ['revoking the key', { action: 'TransactWriteItems', nth: 2 }],
    ['deleting the key', { action: 'DeleteApiKey' }],
    ['transferring the webhook', { action: 'TransactWriteItems', nth: 3 }],
    ['recording the completion', { action: 'UpdateItem' }],
  ])('after %s has ended access, is listed, and is completed by a retry', async (what, step) => {
    const member = await addAdmin(`${what.replaceAll(' ', '-')}@example.com`)
    const route = service.cloud.resource('DashboardMembersRemoveFunction', 'AWS::Lambda::Function')
    // The request counter is not a step of the removal.
    const where = ({ request }: { readonly request: string }) => !request.includes('requests#')
    const fault = service.cloud.faults.plan({ function: route.physicalId, nth: 1, ...step, where, kind: 'kill-after' })
    expect((await remove(demo, member)).status).toBeGreaterThanOrEqual(500)
    expect(fault.fired).toHaveLength(1)
    fault.cancel()
    await vi.waitFor(async () => expect((await withKey(member.apiKey)).status).toBeOneOf([401, 403]), WAIT)
    const shown = (await membersSeenBy(demo)).find(({ id }) => id === member.id)
    expect(shown?.status).toBe(step.action === 'UpdateItem' ? undefined : 'removing')
    expect(await remove(demo, member)).toMatchObject({ status: 204 })
    await expectRemoved(member)
    expect((await membersSeenBy(demo)).map(({ id }) => id)).not.toContain(member.id)
  })
})

describe('an API key', () => {
  test('cannot be created for a user who is not a member', async () => {
    const { organization = '', user = '' } = await runOps(service, ['organization', 'create', '--name', 'Owned'])
    const create = (userId: string) =>
      runOps(service, ['api-key', 'create', '--organization', organization, '--user', userId, '--name', 'x'])
    const { apiKey = '' } = await create(user)
    expect(await withKey(apiKey)).toMatchObject({ status: 200 })
    const [stranger] = await membersSeenBy(demo)
    await expect(create(stranger?.id ?? '')).rejects.toMatchObject({ stderr: expect.stringContaining('member') })
  })
})

describe('operators', () => {
  test('list users and remove them from organisations', async () => {
    const gina = await addAdmin('gina@example.com')
    await runOps(service, ['users', 'add', '--email', gina.email, '--operator'])
    const list = async (...args: string[]) => JSON.parse(await typeOps(service, ['users', 'list', ...args, '--json']))
    const account = { email: gina.email, status: 'CONFIRMED', isOperator: true, id: gina.id }
    expect(await list()).toContainEqual(
      expect.objectContaining({ ...account, organizationIds: expect.arrayContaining([organizationId]) }),
    )
    const member = { id: gina.id, email: gina.email, status: 'active', isOperator: true }
    expect(await list('--organization', organizationId)).toContainEqual(expect.objectContaining(member))

    const removal = ['users', 'remove', '--email', gina.email]
    await expect(runOps(service, removal)).rejects.toMatchObject({ stderr: expect.stringContaining('--yes') })
    const { removedFrom } = await runOps(service, [...removal, '--yes'])
    expect(removedFrom).toContain(organizationId)
    await vi.waitFor(async () => expect(await inOrganization(gina)).toMatchObject({ status: 401 }), WAIT)
    expect(await list()).toContainEqual(expect.objectContaining({ ...account, isOperator: false, organizationIds: [] }))
    const audit = ['audit', '--organization', organizationId, '--action', 'remove', '--object-id', gina.id, '--json']
    expect(JSON.parse(await typeOps(service, audit))).toMatchObject({
      entries: [{ object: 'member', objectName: gina.email, outcome: 'done', actor: { userId: null } }],
    })
    expect(await runOps(service, [...removal, '--yes'])).toEqual({ email: gina.email, removedFrom: 'no organisation' })
    const elsewhere = [...removal, '--organization', (await organizationOf(other)).id, '--yes']
    await expect(runOps(service, elsewhere)).rejects.toMatchObject({
      stderr: expect.stringContaining('No such member'),
    })
  })
})
