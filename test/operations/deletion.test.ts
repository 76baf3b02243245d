// @module-tag full
import { DynamoDB, paginateScan } from '@aws-sdk/client-dynamodb'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMember, organizationOf, PASSWORD, peopleOf } from '../dashboard/people.ts'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { bodyOf } from '../dashboard/webhooks.ts'
import { administratorOf, clientOf, outputOf } from '../support/administrator.ts'
import { callApi, idOf, startTestService } from '../support/service.ts'
import { runOps, typeOps } from './run-ops.ts'

const EMAIL = 'leaves@example.com'
/** Caches of functions end within 15 seconds. */
const WAIT = { timeout: 90_000, interval: 250 }

let service: Service
let session: DashboardSession
let organizationId: string
let apiKey: string

beforeAll(async () => {
  service = await startTestService()
  const { organization = '' } = await runOps(service, ['organization', 'create', '--name', 'Closing Ltd'])
  organizationId = organization
  session = await addMember(service, EMAIL, organization)
  // Not proved, so it has no alias.
  await session.call('PATCH', '/v1/me/', { phoneNumber: '447700900777' })
  const key = await session.call('POST', '/v1/api-keys/', { name: 'key' })
  apiKey = bodyOf(contract['api-keys/create'], key).value
  const url = `${service.ready.receiverUrl}/closing`
  const webhook = await session.call('POST', '/v1/webhooks/', { name: 'x', url, events: ['test.ping'], numbers: 'all' })
  await session.call('POST', `/v1/webhooks/${idOf(webhook)}/test/`)
  const agent = await session.call('POST', '/v1/agents/', { name: 'Agent', systemPrompt: 'x', firstMessage: '' })
  for (const email of [service.ready.email, 'nobody@example.com'])
    await session.call('POST', `/v1/agents/${idOf(agent)}/share/`, { email })
  const demo = await signInToDashboard(service)
  expect(await demo.call('POST', `/v1/me/shares/${idOf(agent)}/accept/`)).toMatchObject({ status: 204 })
  await session.call('POST', '/v1/members/', { email: 'guest@example.com' })
  await vi.waitFor(() => expect(service.receiver.received('/closing')).toHaveLength(1), WAIT)
})
afterAll(() => service?.stop())

/** Returns the kinds of the items whose key or attributes contain `text`. */
async function kindsWith(text: string): Promise<string[]> {
  const { dynamodb, tableName } = administratorOf(service)
  const kinds = new Set<string>()
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName: tableName }))
    for (const item of Items) if (JSON.stringify(item).includes(text)) kinds.add(item._e?.S ?? '')
  return [...kinds].toSorted()
}

test('operators count an organisation, then delete it with all its data', async () => {
  const command = ['organizations', 'delete', '--organization', organizationId]
  const before = await kindsWith(organizationId)
  const counted = await runOps(service, [...command, '--dry-run'])
  expect(counted).toMatchObject({
    organization: '1',
    membership: '2',
    webhook: '1',
    invitation: '1',
    apiKey: '1',
    agentShareInvitation: '1',
  })
  expect(Object.keys(counted)).toEqual(expect.arrayContaining(['agent', 'delivery', 'number']))
  expect(await kindsWith(organizationId)).toEqual(before)
  await expect(runOps(service, command)).rejects.toMatchObject({ stderr: expect.stringContaining('--yes') })

  expect(await runOps(service, [...command, '--yes'])).toMatchObject({ organization: '1', membership: '2' })
  // The audit log is kept, also with the entry of the deletion.
  expect(await kindsWith(organizationId)).toEqual(['audit'])
  expect(await runOps(service, [...command, '--dry-run'])).toMatchObject({ total: '0' })
  await vi.waitFor(async () => {
    expect(await callApi(service.ready.baseUrl, apiKey, 'GET', '/agents/')).toMatchObject({
      status: expect.toBeOneOf([401, 403]),
    })
  }, WAIT)
  await vi.waitFor(async () => {
    const headers = { 'X-Organization-Id': organizationId }
    expect(await session.call('GET', '/v1/agents/', undefined, headers)).toMatchObject({ status: 404 })
  }, WAIT)
  expect(await organizationOf(session)).toMatchObject({ name: EMAIL, isPersonal: true })
  // The agent that was shared with the demo user is gone from the list and from its count.
  expect(await callApi(service.ready.baseUrl, service.ready.apiKey, 'GET', '/agents/')).toMatchObject({
    body: { count: 1, results: [{ id: service.ready.agent.id }] },
  })
})

test('operators count a user, then delete the user with the personal organisation', async () => {
  const { id: personal } = await organizationOf(session)
  const { user } = bodyOf(sessionEndpoints.me, await session.call('GET', '/v1/me/'))
  const dynamodb = clientOf(DynamoDB, service.cloud)
  const TableName = outputOf(service.cloud, 'TableName')
  const codes = { pk: { S: `recovery#${user.id}` }, sk: { S: 'codes' } }
  await dynamodb.putItem({ TableName, Item: codes })
  const command = ['users', 'delete', '--email', EMAIL]
  const counted = await runOps(service, [...command, '--dry-run'])
  expect(counted).toMatchObject({ user: '1', membership: '1', 'personal organisation': '1' })
  expect(await runOps(service, [...command, '--yes'])).toMatchObject({ user: '1' })
  const audit = ['audit', '--organization', personal, '--action', 'remove', '--json']
  expect(JSON.parse(await typeOps(service, audit))).toMatchObject({
    entries: [{ object: 'member', objectId: user.id, outcome: 'done' }],
  })
  for (const text of [personal, EMAIL]) expect((await kindsWith(text)).filter((kind) => kind !== 'audit')).toEqual([])
  expect((await dynamodb.getItem({ TableName, Key: codes })).Item).toBeUndefined()
  await expect(signInToDashboard(service, { email: EMAIL, password: PASSWORD })).rejects.toThrow('401')
  expect(await runOps(service, [...command, '--yes'])).toMatchObject({ total: '0' })

  const last = ['users', 'delete', '--email', service.otherUser.email, '--dry-run']
  await expect(runOps(service, last)).rejects.toMatchObject({ stderr: expect.stringContaining('the last member') })
})

test('a user who left the personal organisation gets another one, which is deleted with the user', async () => {
  const [email, heir] = ['founder@example.com', 'heir@example.com']
  await peopleOf(service).signUp(email)
  const founder = await signInToDashboard(service, { email, password: PASSWORD })
  const first = await organizationOf(founder)
  await runOps(service, ['users', 'add', '--email', heir, '--organization', first.id])
  await expect(runOps(service, ['users', 'delete', '--email', heir, '--dry-run'])).resolves.toMatchObject({ user: '1' })

  await runOps(service, ['users', 'remove', '--email', email, '--organization', first.id, '--yes'])
  const again = await signInToDashboard(service, { email, password: PASSWORD })
  const second = await vi.waitFor(() => organizationOf(again), WAIT)
  expect(second).toMatchObject({ name: email, isPersonal: true })
  expect(second.id).not.toBe(first.id)
  expect(await organizationOf(await signInToDashboard(service, { email, password: PASSWORD }))).toEqual(second)

  // As an interrupted deletion does: the memberships have ended, the organisation remains.
  await runOps(service, ['users', 'remove', '--email', email, '--yes'])
  expect(await runOps(service, ['users', 'delete', '--email', email, '--yes'])).toMatchObject({
    'personal organisation': '1',
    user: '1',
  })
  expect((await kindsWith(second.id)).filter((kind) => kind !== 'audit')).toEqual([])
  expect(await kindsWith(first.id)).toContain('organization')
})

test('the last admin of an organisation is not deleted while others are members', async () => {
  const { organization = '' } = await runOps(service, ['organization', 'create', '--name', 'Admin Ltd'])
  const [email, member] = ['admin@example.com', 'member@example.com']
  await runOps(service, ['users', 'add', '--email', email, '--organization', organization])
  await runOps(service, ['users', 'add', '--email', member, '--organization', organization, '--role', 'member'])
  await expect(runOps(service, ['users', 'delete', '--email', email, '--yes'])).rejects.toMatchObject({
    stderr: expect.stringContaining('the last admin'),
  })
  await runOps(service, ['users', 'set-role', '--email', member, '--organization', organization, '--role', 'admin'])
  expect(await runOps(service, ['users', 'delete', '--email', email, '--yes'])).toMatchObject({ user: '1' })
})
