// @module-tag full
import { NumberHealth } from '@replywright/contract/number-health.ts'
import { numbersCheck } from '@replywright/core/operations/doctor/checks.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agentWorld } from '../agents/agent-world.ts'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callers, freshCustomer, idOf, startTestService } from '../support/service.ts'

/** Each notice is all of these within two seconds; the rest is for a busy machine. */
const SOON = { timeout: 15_000, interval: 50 }
const WAIT = { timeout: 60_000, interval: 100 }

const lines: string[] = []
let service: Service
let dashboard: DashboardSession
const world = agentWorld(() => service)
const { api } = callers(() => service)
beforeAll(async () => {
  service = await startTestService({
    agentAnswers: true,
    log(line) {
      lines.push(line.line)
      world.log(line)
    },
  })
  dashboard = await signInToDashboard(service)
  const path = `/webhooks/${service.ready.webhook.id}/`
  const { events } = v.parse(v.looseObject({ events: v.array(v.string()) }), (await api('GET', path)).body)
  expect(events).not.toContain('number.health')
  const asked = [...events, 'conversation.human_needed', 'number.health']
  expect(await api('PATCH', path, { events: asked })).toMatchObject({ status: 200 })
})
afterAll(() => service?.stop())

const number = () => service.ready.numbers.find(({ sandbox }) => !sandbox)?.number ?? ''
const Body = v.looseObject({ health: NumberHealth })
const health = async () => v.parse(Body, (await api('GET', `/phone-numbers/${number()}/`)).body).health
const events = (name: string) =>
  service.receiver
    .received()
    .map(({ json }) => Object(json))
    .filter(({ event }) => event === name)
const counted = () => lines.filter((line) => line.includes('"NumberNotices":1'))

/** The seconds of the notices: each is later than the one before. */
let time = Math.floor(Date.now() / 1000) - 10_000
async function notify(notice: string): Promise<void> {
  time += 1
  expect(await service.provider.sendNotice({ notice, number: number(), time })).toMatchObject({ delivered: true })
}
const overview = async () => Object((await dashboard.call('GET', '/v1/overview/')).body).numbers

test.each([
  ['banned', 'blocked', 'DISABLE', 'reinstated'],
  ['ban_scheduled', 'warned', 'SCHEDULE_FOR_DISABLE', 'reinstated'],
  ['restricted', 'restricted', 'RESTRICTED_BIZ_INITIATED_MESSAGING', 'unrestricted'],
  ['replies_restricted', 'restricted', 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', 'unrestricted'],
  ['violation', 'warned', 'ACCOUNT_VIOLATION', 'reinstated'],
  ['offboarded', 'blocked', 'ACCOUNT_OFFBOARDED', 'reconnected'],
  ['partner_removed', 'blocked', 'PARTNER_REMOVED', 'partner_added'],
  ['alert', 'warned', 'INCREASED_CAPABILITIES_ELIGIBILITY_FAILED', 'alert_ended'],
  ['review_rejected', 'restricted', 'REJECTED', 'review_approved'],
  ['flagged', 'warned', 'FLAGGED', 'unflagged'],
  ['limit_lowered', 'warned', 'DOWNGRADE', 'limit_raised'],
  ['name_rejected', 'warned', 'REJECTED', 'name_approved'],
  ['form_blocked', 'warned', 'BLOCKED', 'form_published'],
])('%s is state, event, banner and metric, and so is its opposite', async (raised, state, code, lifted) => {
  for (const [notice, expected, codes] of [
    [raised, state, [code]],
    [lifted, 'ok', []],
  ] as const) {
    const [before, known, metrics] = [await health(), events('number.health').length, counted().length]
    await notify(notice)
    await vi.waitFor(async () => {
      const now = await health()
      expect([now.state, now.problems.map((problem) => problem.code)]).toEqual([expected, codes])
      const heard = events('number.health').slice(known)
      expect(heard).toMatchObject([{ phoneNumber: `+${number()}`, before, after: now, message: null }])
      expect(heard[0].cause.notice).not.toEqual({})
      expect(await overview()).toMatchObject({
        unhealthy: codes.length > 0 ? [{ number: number(), health: now }] : [],
      })
      expect(counted().slice(metrics)).toEqual([expect.stringContaining(`"state":"${expected}"`)])
    }, SOON)
  }
})

test.each(['capability', 'verified', 'price_tier'])('%s is an event, and no problem', async (notice) => {
  const known = events('number.health').length
  await notify(notice)
  await vi.waitFor(() => expect(events('number.health')).toHaveLength(known + 1), SOON)
  expect(await health()).toMatchObject({ state: 'ok' })
})

test.each([
  ['pin_changed', 'PIN_CHANGED'],
  ['template_category', 'MARKETING'],
  ['template_changed', 'message_template_components_update'],
  ['error', '131000'],
  ['no_payment', '131042'],
])('%s ends by its time', async (notice, code) => {
  await notify(notice)
  await vi.waitFor(async () => {
    const { problems } = await health()
    expect(problems).toContainEqual(expect.objectContaining({ code, until: expect.any(String) }))
  }, SOON)
})

const doctor = async () => {
  actAsAdministrator(service)
  const context = { stage: undefined, outputs: {}, now: Date.now(), signal: AbortSignal.timeout(30_000) }
  return [await numbersCheck.run(context)].flat()
}
const canSend = (word: string) =>
  fetch(`${service.provider.url}/simulator/settings`, { method: 'PUT', body: JSON.stringify({ canSend: word }) })

test('a repeated notice is told once, and an unknown field is parked with its content', async () => {
  const told = () => events('number.health').filter(({ cause }) => cause.code === 'THROUGHPUT_UPGRADE')
  const known = told().length
  await notify('limit_raised')
  time -= 1
  await notify('limit_raised')
  await vi.waitFor(() => expect(told()).toHaveLength(known + 1), SOON)
  const change = { field: 'a_new_field', value: { word: 'kept' } }
  await service.provider.postWebhook({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] })
  await vi.waitFor(() => expect(lines.join('\n')).toContain('the unknown field a_new_field'), SOON)
  expect(lines.find((line) => line.includes('a_new_field'))).toContain('"MessagesParked":1')
})

const TEMPLATE = { type: 'template', template: { name: 'order_update', language: 'en_US' } }
const TEXT = { type: 'text', text: { body: 'Hello' } }

test('a restriction refuses what it forbids before the provider is called', async () => {
  const customer = freshCustomer()
  await service.provider.sendAsCustomer({ from: customer, text: 'Hi' })
  await service.provider.nextSent((message) => message.customer === customer)
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer, fromNumber: number() }))
  const messages = `/conversations/${id}/messages/`
  await notify('restricted')
  await vi.waitFor(async () => expect(await health()).toMatchObject({ state: 'restricted' }), SOON)
  const { problems } = await health()
  const until = problems.find(({ code }) => code === 'RESTRICTED_BIZ_INITIATED_MESSAGING')?.until
  const calls = service.provider.sent.length
  const refused = { status: 409, body: { code: 'number_restricted', until } }
  expect(await api('POST', messages, TEMPLATE)).toMatchObject(refused)
  const fresh = freshCustomer()
  const first = { toNumber: fresh, fromNumber: number(), message: TEMPLATE }
  expect(await api('POST', '/conversations/', first)).toMatchObject(refused)
  expect(await api('GET', `/conversations/?contact=${fresh}`)).toMatchObject({ body: { count: 0 } })
  expect(service.provider.sent).toHaveLength(calls)
  expect(await api('POST', messages, TEXT)).toMatchObject({ status: 201 })
  await notify('unrestricted')
  await vi.waitFor(async () => expect((await api('POST', messages, TEMPLATE)).status).not.toBe(409), SOON)
})

test('an agent holds while the number is banned, asks for a person once, and answers once when the ban is lifted', async () => {
  const customer = freshCustomer()
  const toCustomer = () => service.provider.sent.filter((message) => message.customer === customer)
  await service.provider.sendAsCustomer({ from: customer, text: 'Hi' })
  await service.provider.nextSent((message) => message.customer === customer)
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer, fromNumber: number() }))
  const asked = () => events('conversation.human_needed').filter(({ conversationId }) => conversationId === id)
  await notify('banned')
  await vi.waitFor(async () => expect(await health()).toMatchObject({ state: 'blocked' }), SOON)
  const sent = toCustomer().length
  for (const text of ['Are you there?', 'Hello?', 'Please answer']) {
    const held = lines.filter((line) => line.includes('turn.held')).length
    await service.provider.sendAsCustomer({ from: customer, text })
    await vi.waitFor(
      () => expect(lines.filter((line) => line.includes('turn.held')).length).toBeGreaterThan(held),
      WAIT,
    )
  }
  await vi.waitFor(() => expect(asked()).toMatchObject([{ reason: expect.stringContaining('DISABLE') }]), WAIT)
  expect(toCustomer()).toHaveLength(sent)
  expect(await api('POST', `/conversations/${id}/messages/`, TEXT)).toMatchObject({
    status: 409,
    body: { code: 'number_restricted', until: null },
  })
  await notify('reinstated')
  await vi.waitFor(() => expect(toCustomer().length).toBeGreaterThan(sent), WAIT)
  await vi.waitFor(async () => {
    const { body } = await api('GET', `/conversations/${id}/messages/?limit=1`)
    expect(Object(body).results).toMatchObject([{ direction: 'outbound', status: expect.any(String) }])
  }, WAIT)
  expect(toCustomer()).toHaveLength(sent + 1)
  expect(asked()).toHaveLength(1)
})

test('the doctor asks the provider about a number with a problem, and lifts what no longer exists', async () => {
  await notify('banned')
  await vi.waitFor(async () => expect(await health()).toMatchObject({ state: 'blocked' }), SOON)
  const remedy = expect.stringContaining('appeal')
  expect(await doctor()).toContainEqual({ state: 'fails', tells: expect.stringContaining('DISABLE'), remedy })
  const ofDoctor = () => events('number.health').filter(({ cause }) => cause.field === 'doctor')
  const isLifting = (event: ReturnType<typeof ofDoctor>[number]) =>
    event.before.state === 'blocked' && event.after.state !== 'blocked'
  const known = ofDoctor().filter(isLifting).length
  // The opposite notice is lost.
  await canSend('AVAILABLE')
  expect((await doctor()).filter(({ tells }) => tells.includes('DISABLE'))).toEqual([])
  expect((await health()).state).not.toBe('blocked')
  await vi.waitFor(() => expect(ofDoctor().filter(isLifting)).toHaveLength(known + 1), SOON)
})

test('a message that is refused for a missing payment is state, event, banner and metric, until the doctor finds it paid', async () => {
  const customer = freshCustomer()
  await service.provider.sendAsCustomer({ from: customer, text: 'Hi' })
  await service.provider.nextSent((message) => message.customer === customer)
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer, fromNumber: number() }))
  await canSend('AVAILABLE')
  await doctor()
  await vi.waitFor(async () => expect(JSON.stringify((await health()).problems)).not.toContain('131042'), SOON)
  const [known, metrics] = [events('number.health').length, counted().length]
  const told = () =>
    events('number.health')
      .slice(known)
      .filter(({ cause }) => cause.code === '131042')
  const banner = async () => Object((await dashboard.call('GET', '/v1/inbox/waiting/')).body).unhealthy
  service.provider.failNext({ code: 131042, times: 2, to: customer })
  for (const text of ['one', 'two']) {
    const refused = await api('POST', `/conversations/${id}/messages/`, { type: 'text', text: { body: text } })
    expect(refused).toMatchObject({ status: 502, body: { code: 'upstream_error' } })
  }
  const shown = expect.objectContaining({ code: '131042', until: expect.any(String) })
  await vi.waitFor(async () => {
    const now = await health()
    expect(now).toMatchObject({ state: 'restricted', problems: expect.arrayContaining([shown]) })
    expect(told()).toMatchObject([{ after: { state: 'restricted' }, cause: { field: 'messages', code: '131042' } }])
    expect(await banner()).toMatchObject([{ number: number(), health: now }])
    expect(await overview()).toMatchObject({ unhealthy: [{ number: number(), health: now }] })
    // The alarm counts these lines, once for a problem.
    const raised = counted().slice(metrics)
    expect(raised.filter((line) => line.includes('131042'))).toEqual([expect.stringContaining('"state":"restricted"')])
  }, SOON)
  expect(await doctor()).not.toContainEqual(expect.objectContaining({ tells: expect.stringContaining('131042') }))
  await vi.waitFor(async () => {
    expect(JSON.stringify((await health()).problems)).not.toContain('131042')
    expect(JSON.stringify(await banner())).not.toContain('131042')
    expect(events('number.health').slice(known).at(-1)).toMatchObject({ cause: { field: 'doctor' } })
  }, SOON)
})

test('the doctor counts the conversations that another agent on a number answers', async () => {
  await service.provider.sendAsCustomer({ from: freshCustomer(), text: 'Are you a robot?', standby: true })
  const tells = (await doctor()).map((finding) => finding.tells)
  // Other files share the service.
  expect(tells).toContainEqual(expect.stringMatching(/other agents? on .* answers? /))
})
