// @module-tag full
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { getMe } from '@replywright/contract/dashboard/session.ts'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { runOps, typeOps } from '../operations/run-ops.ts'
import { freshCustomer } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'
import { addMember, organizationOf, PASSWORD } from './people.ts'
import { callDashboard, type DashboardSession, signInToDashboard } from './session.ts'
import { demo, other, people, service, signInBeforeAll } from './signed-in.ts'
import { bodyOf } from './webhooks.ts'

/** Access ends within 15 seconds. */
const WAIT = { timeout: 90_000, interval: 250 }

signInBeforeAll()

const me = async ({ call }: DashboardSession) => bodyOf(getMe, await call('GET', '/v1/me/'))
const members = async ({ call }: DashboardSession) =>
  bodyOf(contract['members/list'], await call('GET', '/v1/members/'))
const signIn = (email: string) => signInToDashboard(service, { email, password: PASSWORD })
/** Adds a user to the demo organisation and signs them in. */
const join = async (email: string) => await addMember(service, email, (await organizationOf(demo)).id)
/** Signs in as a browser of this name. */
const signInWith = async (userAgent: string, email: string) => {
  const { dashboardUrl } = service.ready
  const body = { email, password: PASSWORD }
  const response = await callDashboard(dashboardUrl, 'POST', '/session/sign-in/', body, { 'User-Agent': userAgent })
  expect(response.status).toBe(200)
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

describe('a profile', () => {
  const change = (session: DashboardSession, body: object) => session.call('PATCH', '/v1/me/', body)

  test('has a name, and a phone number that several users can enter', async () => {
    expect((await me(other)).user).toMatchObject({ name: '', phoneNumber: null })
    const named = await change(other, { name: ' Olga ', phoneNumber: '+44 7700 900-555' })
    const changed = { name: 'Olga', phoneNumber: '447700900555' }
    expect(bodyOf(contract['profile/update'], named).user).toMatchObject(changed)
    expect((await me(other)).user).toMatchObject(changed)
    expect((await members(other))[0]).toMatchObject({ name: 'Olga' })
    for (const phoneNumber of ['12', 'call me', 7])
      expect(await change(demo, { phoneNumber })).toMatchObject({ status: 400 })
    expect(await change(demo, { phoneNumber: '447700900555' })).toMatchObject({ status: 200 })
    for (const session of [demo, other])
      expect(await change(session, { name: '', phoneNumber: null })).toMatchObject({
        ...{ status: 200, body: { user: { name: '', phoneNumber: null } } },
      })
  })
})

test('an organisation is renamed by its members', async () => {
  const before = await organizationOf(other)
  const rename = (name: unknown) => other.call('PATCH', '/v1/organization/', { name })
  expect(await rename('Renamed Ltd')).toMatchObject({ status: 200, body: { ...before, name: 'Renamed Ltd' } })
  expect(await organizationOf(other)).toEqual({ ...before, name: 'Renamed Ltd' })
  for (const name of ['', '  ', 'x'.repeat(101), 1]) expect(await rename(name)).toMatchObject({ status: 400 })
  expect(await organizationOf(demo)).toMatchObject({ name: 'Demo' })
  await rename(before.name)
})

describe('a member', () => {
  test('gets and loses operator access from operators only', async () => {
    const email = 'operator@example.com'
    const session = await join(email)
    const { id } = (await me(session)).user
    const change = ({ call }: DashboardSession, method: string, member = id) =>
      call(method, `/v1/members/${member}/operator/`)
    expect(await change(session, 'PUT')).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
    const stranger = (await members(other))[0]?.id ?? ''
    for (const method of ['PUT', 'DELETE']) expect(await change(demo, method, stranger)).toMatchObject({ status: 404 })
    expect(await change(demo, 'PUT')).toMatchObject({ status: 204 })
    expect((await members(demo)).find((member) => member.id === id)).toMatchObject({ isOperator: true })
    const operator = await signIn(email)
    expect(await me(operator)).toMatchObject({ operatorAccess: 'granted' })
    expect(await change(operator, 'DELETE')).toMatchObject({ status: 409 })
    expect(await change(demo, 'DELETE')).toMatchObject({ status: 204 })
    expect((await members(demo)).find((member) => member.id === id)).toMatchObject({ isOperator: false })
    expect(await people.session('refresh', {}, { cookie: operator.cookie })).toMatchObject({ status: 401 })
  })

  test('sees who created an API key', async () => {
    const email = 'creator@example.com'
    const session = await join(email)
    await session.call('POST', '/v1/api-keys/', { name: 'Theirs' })
    const keys = bodyOf(contract['api-keys/list'], await demo.call('GET', '/v1/api-keys/'))
    expect(keys.find(({ name }) => name === 'Theirs')).toMatchObject({ createdBy: email, isOwn: false })
    await session.call('PATCH', '/v1/me/', { name: 'Creator' })
    const renamed = bodyOf(contract['api-keys/list'], await demo.call('GET', '/v1/api-keys/'))
    expect(renamed.find(({ name }) => name === 'Theirs')).toMatchObject({ createdBy: 'Creator' })
  })
})

describe('sessions', () => {
  test('are listed, ended one by one, and ended everywhere', async () => {
    const email = 'sessions@example.com'
    await people.signUp(email)
    const current = await signIn(email)
    const list = async () =>
      bodyOf(contract['profile/list-sessions'], await current.call('GET', '/v1/me/sessions/?limit=100')).results
    const phone = await signInWith('Phone', email)
    const tablet = await signInWith('Tablet', email)
    const sessions = await list()
    expect(sessions.slice(0, 2)).toMatchObject([
      { userAgent: 'Tablet', sourceIp: '127.0.0.1', isCurrent: false },
      { userAgent: 'Phone', isCurrent: false },
    ])
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const ofPhone = sessions.find(({ userAgent }) => userAgent === 'Phone')?.id ?? ''

    const end = ({ call }: DashboardSession, id: string) => call('DELETE', `/v1/me/sessions/${id}/`)
    for (const id of [ofPhone, 'nothing']) expect(await end(other, id)).toMatchObject({ status: 404 })
    expect(await people.session('refresh', {}, { cookie: phone })).toMatchObject({ status: 200 })
    expect(await end(current, ofPhone)).toMatchObject({ status: 204 })
    expect(await end(current, ofPhone)).toMatchObject({ status: 204 })
    expect(await people.session('refresh', {}, { cookie: phone })).toMatchObject({ status: 401 })
    expect((await list()).map(({ id }) => id)).not.toContain(ofPhone)

    expect(await people.session('sign-out', {}, { cookie: tablet })).toMatchObject({ status: 204 })
    expect((await list()).map(({ userAgent }) => userAgent)).not.toContain('Tablet')
    expect(await current.call('POST', '/v1/me/sign-out-everywhere/')).toMatchObject({ status: 204 })
    expect(await people.session('refresh', {}, { cookie: current.cookie })).toMatchObject({ status: 401 })
    await vi.waitFor(async () => expect((await current.call('GET', '/v1/me/')).status).toBe(401), WAIT)
    expect(
      bodyOf(contract['profile/list-sessions'], await (await signIn(email)).call('GET', '/v1/me/sessions/?limit=100'))
        .results,
    ).toHaveLength(1)
  })
})

describe('the retention of an organisation', () => {
  const change = (session: DashboardSession, messageDays: unknown, deliveryDays: unknown) =>
    session.call('PUT', '/v1/organization/retention/', { messageDays, deliveryDays })
  const service365 = { messageDays: 365, deliveryDays: 30 }

  test('is that of the service, or shorter', async () => {
    const unset = { messageDays: null, deliveryDays: null, effective: service365, maximum: service365 }
    expect(await other.call('GET', '/v1/organization/retention/')).toMatchObject({ status: 200, body: unset })
    const shorter = { messageDays: 90, deliveryDays: null, effective: { messageDays: 90, deliveryDays: 30 } }
    expect(await change(other, 90, null)).toMatchObject({ status: 200, body: { ...shorter, maximum: service365 } })
    expect(await other.call('GET', '/v1/organization/retention/')).toMatchObject({ body: shorter })
    for (const [messageDays, deliveryDays, path] of [
      [366, null, 'messageDays'],
      [0, null, 'messageDays'],
      ['90', null, 'messageDays'],
      [null, 31, 'deliveryDays'],
      [7, 8, 'deliveryDays'],
    ])
      expect(await change(other, messageDays, deliveryDays)).toMatchObject({
        status: 400,
        body: { code: 'validation_error', details: [{ path }] },
      })
    const { id } = await organizationOf(other)
    const { entries } = JSON.parse(
      await typeOps(service, ['audit', '--organization', id, '--action', 'update', '--json']),
    )
    expect(entries).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ object: 'organization', outcome: 'done' })]),
    )
    const ops = ['organizations', 'retention', id]
    expect(await runOps(service, [...ops, '--delivery-days', '3'])).toMatchObject({
      messageDays: '90',
      deliveryDays: '3',
    })
    expect(await runOps(service, [...ops, '--message-days', 'default', '--delivery-days', 'default'])).toMatchObject({
      messageDays: '365',
      deliveryDays: '30',
    })
    await expect(runOps(service, [...ops, '--message-days', '400'])).rejects.toMatchObject({
      stderr: expect.stringContaining('must be at most 365'),
    })
  })

  test('applies to new messages and deliveries', async () => {
    expect(await change(demo, 10, 2)).toMatchObject({ status: 200 })
    // Workers know the retention for a minute.
    service.cloud.endIdleWorkers()
    const from = freshCustomer()
    const sentAt = Math.floor(Date.now() / 1000)
    await service.provider.sendAsCustomer({ from, text: 'Hello' })
    const received = await vi.waitFor(() => {
      const found = service.receiver.received('/demo').find(({ body }) => body.includes(from))
      return v.parse(v.looseObject({ conversationId: v.string() }), found?.json)
    }, WAIT)
    const { id } = await organizationOf(demo)
    const items = storedItems(service.cloud)
    const days = (item: Record<string, unknown> | undefined) => (Number(item?.expiresAt) - sentAt) / 86_400
    const stored = await items.partition(`c#${id}#${received.conversationId}`)
    expect(days(stored.find(({ _e }) => _e === 'message'))).toBeCloseTo(10, 1)
    const deliveries = await items.partition(`d#${service.ready.webhook.id}#0`)
    expect(days(deliveries.find((item) => JSON.stringify(item).includes(received.conversationId)))).toBeCloseTo(2, 1)
    await change(demo, null, null)
  })
})

test('operators read the audit log of an organisation', async () => {
  const { id } = await organizationOf(other)
  await other.call('PATCH', '/v1/organization/', { name: 'Audited' })
  const audit = ['audit', '--organization', id, '--action', 'rename']
  const { entries } = JSON.parse(await typeOps(service, [...audit, '--json']))
  expect(entries[0]).toMatchObject({ action: 'rename', object: 'organization', objectName: 'Audited', outcome: 'done' })
  await expect(typeOps(service, ['audit', '--organization', crypto.randomUUID()])).rejects.toThrow('does not exist')
  const csv = await typeOps(service, [...audit, '--since', '1h', '--csv'])
  expect(csv).toMatch(/^"time","action",.*\r?\n".*","rename","organization"/)
  await runOps(service, ['users', 'add', '--email', 'added@example.com', '--organization', id])
  const { entries: added } = JSON.parse(
    await typeOps(service, ['audit', '--organization', id, '--json', '--limit', '1']),
  )
  const noActor = { userId: null, email: null, apiKeyId: null, apiKeyName: null }
  expect(added).toMatchObject([{ action: 'invite', object: 'member', objectName: 'added@example.com', actor: noActor }])
})
