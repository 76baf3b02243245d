import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { chats, template, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true })
  const path = `/webhooks/${service.ready.webhook.id}/`
  const { body } = await api('GET', path)
  const events = [...Object(body).events, 'conversation.control_changed']
  expect(await api('PATCH', path, { events })).toMatchObject({ status: 200 })
})
afterAll(() => service?.stop())
afterEach(() => settings({ mayTakeControl: true }))

const { api, postChange, send } = chats(() => service)
const settings = async (body: object) => {
  const { url } = service.provider
  await fetch(`${url}/simulator/settings`, { method: 'PUT', body: JSON.stringify(body) })
}
const WAIT = { timeout: 60_000, interval: 100 }
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset)
const metadata = () => ({ phone_number_id: service.ready.numbers[0]?.phoneNumberId })

/** Returns a conversation that another agent on the number answers. */
async function heldElsewhere(customer = freshCustomer()): Promise<{ readonly id: string; readonly customer: string }> {
  // The time of a handover is a whole second, which a message of the same second does not change.
  const timestamp = Number(seconds(-5))
  const input = { from: customer, text: 'I want a refund', standby: true, timestamp }
  expect(await service.provider.sendAsCustomer(input)).toMatchObject({ status: 200 })
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { control: 'other_agent' } })
  return { id, customer }
}
const handover = (customer: string, change: object) =>
  postChange('messaging_handovers', {
    recipient: metadata(),
    sender: { phone_number: customer },
    timestamp: seconds(),
    ...change,
  })
const control = (id: string, body: object) => api('POST', `/conversations/${id}/control/`, body)
const calls = (customer: string) =>
  service.provider.threadControls
    .filter((call) => call.customer === customer)
    .map(({ action, target }) => [action, target])
const sentTo = (customer: string) => service.provider.sent.filter((message) => message.customer === customer)
const events = (id: string) =>
  service.receiver
    .received()
    .map(({ json }) => Object(json))
    .filter(({ event, conversationId }) => event === 'conversation.control_changed' && conversationId === id)
    .map(({ before, control: after, metadata: said }) => [before, after, said])

test('what the other agent passes on, our agent answers once; events and the time line tell it', async () => {
  const { id, customer } = await heldElsewhere()
  for (let time = 0; time < 2; time++)
    expect(await handover(customer, { control_passed: { metadata: 'a refund', new_owner_role: 'escalation' } })).toBe(
      200,
    )
  await vi.waitFor(() => expect(sentTo(customer).length).toBeGreaterThan(0), WAIT)
  await vi.waitFor(
    () =>
      expect(events(id)).toEqual([
        ['service', 'other_agent', ''],
        ['other_agent', 'service', 'a refund'],
      ]),
    WAIT,
  )
  const dashboard = await signInToDashboard(service)
  const thread = await dashboard.call('GET', `/v1/conversations/${id}/thread/`)
  expect(thread.body).toMatchObject({
    conversation: { control: 'service' },
    events: [
      { kind: 'control-taken', reason: 'a refund', author: { kind: 'app' } },
      { kind: 'control-passed', author: { kind: 'app' } },
    ],
  })
})

test('the control is taken and passed at the provider, with its author', async () => {
  const { id, customer } = await heldElsewhere()
  expect(await control(id, { action: 'take', metadata: 'we do it' })).toMatchObject({
    status: 200,
    body: { id, control: 'service' },
  })
  await vi.waitFor(() => expect(sentTo(customer).length).toBeGreaterThan(0), WAIT)
  expect(await control(id, { action: 'pass' })).toMatchObject({ status: 200, body: { control: 'other_agent' } })
  expect(await control(id, { action: 'pass', to: 'partner' })).toMatchObject({ status: 200 })
  expect(calls(customer)).toEqual([
    ['take', undefined],
    ['pass', 'ai_agent'],
    ['pass', undefined],
  ])
  await vi.waitFor(() => expect(events(id).at(-1)).toEqual(['service', 'other_agent', '']), WAIT)
})

test('a refusal of the provider is a 400, and changes nothing', async () => {
  const { id } = await heldElsewhere()
  await settings({ mayTakeControl: false })
  const refused = await control(id, { action: 'take' })
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('escalation partner') } })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { control: 'other_agent' } })
})

test.each([
  [{}, 'action'],
  [{ action: 'seize' }, 'action'],
  [{ action: 'take', to: 'agent' }, 'to'],
  [{ action: 'pass', to: 'nobody' }, 'to'],
  [{ action: 'pass', metadata: 'x'.repeat(2001) }, 'metadata'],
])('%j is a 400 at %s', async (body, path) => {
  const { id } = await heldElsewhere()
  expect(await control(id, body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
})

test('a conversation of the sandbox number has no other agent', async () => {
  const sandbox = service.ready.numbers.find(({ sandbox: is }) => is)?.number
  const id = idOf(await api('POST', '/conversations/', { toNumber: freshCustomer(), fromNumber: sandbox }))
  expect(await control(id, { action: 'take' })).toMatchObject({ status: 400 })
})

test('a takeover takes the control, and its handback passes it back', async () => {
  const { id, customer } = await heldElsewhere()
  expect(await api('POST', `/conversations/${id}/takeover/`)).toMatchObject({
    status: 200,
    body: { isHumanTakeover: 'true' },
  })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { control: 'service' } })
  const contact = { phoneNumber: '', name: '' }
  expect(await api('POST', `/conversations/${id}/handback/`, { contact })).toMatchObject({ status: 200 })
  expect(calls(customer)).toEqual([
    ['take', undefined],
    ['pass', 'ai_agent'],
  ])
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({
    body: { control: 'other_agent', isHumanTakeover: 'false' },
  })
})

test('a handback of what another agent holds takes the control, and our agent answers', async () => {
  const { id, customer } = await heldElsewhere()
  const contact = { phoneNumber: '', name: '' }
  expect(await api('POST', `/conversations/${id}/handback/`, { contact })).toMatchObject({ status: 200 })
  expect(calls(customer)).toEqual([['take', undefined]])
  await vi.waitFor(() => expect(sentTo(customer).length).toBeGreaterThan(0), WAIT)
})

test('a takeover works also if the provider refuses the control', async () => {
  const { id } = await heldElsewhere()
  await settings({ mayTakeControl: false })
  expect(await api('POST', `/conversations/${id}/takeover/`)).toMatchObject({ status: 200 })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({
    body: { control: 'other_agent', isHumanTakeover: 'true' },
  })
})

test('a message takes the control, and a template does not', async () => {
  const { id } = await heldElsewhere()
  expect(await send(id, template())).toMatchObject({ status: 201 })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { control: 'other_agent' } })
  expect(await send(id, text('Let me see'))).toMatchObject({ status: 201 })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { control: 'service' } })
})
