// @module-tag full
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chats, template } from '../support/chats.ts'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'
import { review } from './template-fixtures.ts'

const NAME = 'spring_sale'
const SECRET = 'a secret of its own'
const MEMORY_KEYS = ['plan', 'seats'].map((key) => ({
  key,
  type: key === 'seats' ? 'number' : 'string',
  initialValue: '',
  whenToUpdate: 'never',
}))
const Published = v.looseObject({ publishResults: v.tuple([v.object({ providerTemplateId: v.string() })]) })
const Agent = v.looseObject({
  id: v.string(),
  outboundTriggers: v.tuple([v.looseObject({ id: v.string(), url: v.string() })]),
})

let service: Service
let agent: v.InferOutput<typeof Agent>
const { api, newConversation, postChange, send } = chats(() => service)

beforeAll(async () => {
  service = await startTestService()
  const components = [{ type: 'BODY', text: 'Everything must go.' }]
  const templateId = idOf(await api('POST', '/msg-templates/', { name: NAME, category: 'MARKETING', components }))
  const { body } = await api('PUT', `/msg-templates/${templateId}/publish/`, { accountIds: [service.ready.account.id] })
  await review(service, v.parse(Published, body).publishResults[0].providerTemplateId, { status: 'APPROVED' })
  const outboundTriggers = [{ secret: SECRET, templateId, templateName: NAME }]
  const created = await api('POST', '/agents/', { name: 'Seller', memoryKeys: MEMORY_KEYS, outboundTriggers })
  agent = v.parse(Agent, created.body)
})
afterAll(() => service?.stop())

const customerOf = async (customer: string) => (await api('GET', `/customers/${customer}/`)).body
const patch = (customer: string, body: object) => api('PATCH', `/customers/${customer}/`, body)
const sale = () => template([], NAME)
const fire = async (body: object) => {
  const headers = { 'Content-Type': 'application/json', 'X-Trigger-Secret': SECRET }
  const [{ url }] = agent.outboundTriggers
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}
const REFUSED = { status: 409, body: { code: 'opted_out' } }

test('a customer has a name, memory and a choice about marketing, which another organisation does not see', async () => {
  const customer = freshCustomer()
  const memory = [{ agentId: agent.id, values: { plan: 'gold', seats: 3 } }]
  expect(await patch(customer, { name: 'Ada' })).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } })
  const id = await newConversation(customer)
  expect(await patch(`%2B${customer}`, { name: 'Ada', optedOut: true, memory })).toMatchObject({
    status: 200,
    body: { name: 'Ada', optedOut: true, conversations: [{ id }], memory, memories: 2 },
  })
  await service.provider.sendAsCustomer({ from: customer, name: 'Countess', text: 'Hello' })
  expect((await api('GET', `/conversations/${id}/`)).body).toMatchObject({ contact: { name: 'Ada' } })
  expect(await patch(customer, { memory: [{ agentId: agent.id, values: { plan: null } }] })).toMatchObject({
    body: { optedOut: true, memory: [{ agentId: agent.id, values: { seats: 3 } }], memories: 1 },
  })
  const { baseUrl, otherOrganization } = service.ready
  expect((await callApi(baseUrl, otherOrganization.apiKey, 'GET', `/customers/${customer}/`)).body).toEqual({
    name: '',
    optedOut: false,
    conversations: [],
    memory: [],
    memories: 0,
  })
})

test('invalid memory is a 400 that names the field, and changes nothing', async () => {
  const customer = freshCustomer()
  for (const [values, path] of [
    [{ plan: 'gold', colour: 'red' }, 'colour'],
    [{ seats: '3' }, 'seats'],
    [{ plan: 'x'.repeat(4096) }, 'plan'],
  ] as const) {
    const refused = (place: string) => ({ status: 400, body: { details: [{ path: `${place}.${path}` }] } })
    const memory = [{ agentId: agent.id, values }]
    expect(await patch(customer, { optedOut: true, memory })).toMatchObject(refused('memory.0.values'))
    const start = { toNumber: customer, agentId: agent.id, memory: values }
    expect(await api('POST', '/conversations/', start)).toMatchObject(refused('memory'))
    expect(await fire({ toNumber: customer, memory: values })).toMatchObject(refused('memory'))
  }
  const foreign = [{ agentId: crypto.randomUUID(), values: {} }]
  expect(await patch(customer, { memory: foreign })).toMatchObject({
    body: { details: [{ path: 'memory.0.agentId' }] },
  })
  expect(await customerOf(customer)).toMatchObject({ optedOut: false, conversations: [], memories: 0 })
})

test('a conversation and a trigger start with memory of the agent', async () => {
  const [first, second] = [freshCustomer(), freshCustomer()]
  const started = { toNumber: first, agentId: agent.id, memory: { plan: 'gold' } }
  expect(await api('POST', '/conversations/', started)).toMatchObject({ status: 201 })
  // The agent of the conversation is known now.
  expect(await api('POST', '/conversations/', { toNumber: first, memory: { seats: 2 } })).toMatchObject({ status: 201 })
  const memory = [{ agentId: agent.id, values: { plan: 'gold', seats: 2 } }]
  expect(await customerOf(first)).toMatchObject({ memory })
  expect(await fire({ toNumber: second, memory: { plan: 'gold', seats: 2 } })).toMatchObject({ status: 201 })
  expect(await customerOf(second)).toMatchObject({ memory })
})

test('a message that cannot be stored starts no conversation and sets no memory', async () => {
  const customer = freshCustomer()
  const started = { toNumber: customer, memory: { plan: 'gold' } }
  const cards = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
  for (const [path, more] of [
    ['variables', { variables: ['x'.repeat(70_000)] }],
    ['variables.0', { variables: ['\ud83d'] }],
    ['components.0.index', { components: [{ type: 'button', index: 1e21 }] }],
    [`components.0.cards${'.0'.repeat(18)}`, { components: [{ type: 'carousel', cards }] }],
  ] as const) {
    const message = { type: 'template', template: { name: NAME, ...more } }
    const response = await api('POST', '/conversations/', { ...started, agentId: agent.id, message })
    expect(response).toMatchObject({ status: 400, body: { details: [{ path: `message.template.${path}` }] } })
    expect(await fire({ ...started, ...more })).toMatchObject({ status: 400, body: { details: [{ path }] } })
  }
  expect(await customerOf(customer)).toMatchObject({ conversations: [], memories: 0 })
})

test('marketing to a customer who refuses it is a 409 from every sender, and starts no conversation', async () => {
  const [known, unknown] = [freshCustomer(), freshCustomer()]
  const id = await newConversation(known)
  for (const customer of [known, unknown]) await patch(customer, { optedOut: true })
  expect(await send(id, sale())).toMatchObject(REFUSED)
  expect(await send(id, template())).toMatchObject({ status: 201 })
  expect(await api('POST', '/conversations/', { toNumber: unknown, message: sale() })).toMatchObject(REFUSED)
  expect(await fire({ toNumber: unknown, memory: { plan: 'gold' } })).toMatchObject(REFUSED)
  expect(await customerOf(unknown)).toMatchObject({ optedOut: true, conversations: [], memories: 0 })
  await patch(known, { optedOut: false })
  expect(await send(id, sale())).toMatchObject({ status: 201 })
})

test('customers refuse marketing with a word of the setting, and with their choice in the channel', async () => {
  const customer = freshCustomer()
  const choose = async (value: string, secondsAgo: number) => {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
    const choice = { wa_id: customer, category: 'marketing_messages', value, timestamp }
    expect(await postChange('user_preferences', { user_preferences: [choice] })).toBe(200)
  }
  const optedOut = async () => v.parse(v.looseObject({ optedOut: v.boolean() }), await customerOf(customer)).optedOut
  await choose('stop', 60)
  expect(await optedOut()).toBe(true)
  await choose('resume', 50)
  expect(await optedOut()).toBe(false)
  // An event that arrives late.
  await choose('stop', 55)
  expect(await optedOut()).toBe(false)
  await service.provider.sendAsCustomer({ from: customer, text: 'Please stop' })
  expect(await optedOut()).toBe(false)
  await service.provider.sendAsCustomer({ from: customer, text: ' Stop ' })
  expect(await optedOut()).toBe(true)
  await choose('signup', 0)
  expect(await optedOut()).toBe(true)
})

test('a forged cursor of an export is refused', async () => {
  const customer = freshCustomer()
  const id = await newConversation(customer)
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const cursor of [
    { phase: 'parked', id: 'x' },
    { phase: 'parked', id: '9999-12-31' },
    { phase: 'parked', cursor: 'x' },
    { phase: 'parked', cursor: encoded({ pk: 'a', sk: 'b' }) },
    { phase: 'deliveries', id: service.ready.webhook.id, cursor: 'x' },
    { phase: 'conversations', cursor: '' },
    { phase: 'otherDeliveries', id, cursor: 'x' },
  ]) {
    const response = await api('GET', `/customers/${customer}/export/?cursor=${encoded(cursor)}`)
    expect([cursor, response]).toMatchObject([cursor, { status: 400, body: { details: [{ path: 'cursor' }] } }])
  }
})
