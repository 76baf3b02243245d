// @module-tag full
import { setTimeout } from 'node:timers/promises'
import type { Service } from '@replywright/local/start-service.ts'
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
const Conversations = v.looseObject({ conversations: v.array(v.looseObject({ id: v.string() })) })
const Memories = v.looseObject({ memory: v.array(v.looseObject({})) })
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
    id: '',
    names: [],
    optedOut: false,
    conversations: [],
    memory: [],
    memories: 0,
    lastMerge: null,
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
  await choose('signup', 5)
  expect(await optedOut()).toBe(true)
})

const Step = v.object({ records: v.array(v.looseObject({ type: v.string() })), next: v.nullable(v.string()) })

async function exported(customer: string) {
  const records: v.InferOutput<typeof Step>['records'] = []
  for (let query = ''; ; ) {
    const step = v.parse(Step, (await api('GET', `/customers/${customer}/export/${query}`)).body)
    records.push(...step.records)
    if (step.next === null) return records
    query = `?cursor=${step.next}`
  }
}

test('a customer with a new number keeps the conversation and the choice about marketing', async () => {
  const [before, now] = [freshCustomer(), freshCustomer()]
  const notice = { type: 'user_changed_number', body: `changed from ${before} to ${now}`, wa_id: now }
  const change = (id: string) => service.provider.sendAsCustomer({ from: before, system: notice, id })
  expect(await change('wamid.changed-without-conversation')).toMatchObject({ status: 200 })
  expect(await customerOf(before)).toMatchObject({ conversations: [] })
  await service.provider.sendAsCustomer({ from: before, text: 'Hello' })
  const id = await newConversation(before)
  const memory = [{ agentId: agent.id, values: { plan: 'gold' } }]
  await patch(before, { optedOut: true, memory })
  // A conversation in which the customer has not written is not the one to continue.
  expect(await newConversation(now)).not.toBe(id)
  for (let times = 0; times < 2; times++) expect(await change('wamid.changed')).toMatchObject({ status: 200 })
  await service.provider.sendAsCustomer({ from: now, text: 'It is still me' })
  expect(await newConversation(now)).toBe(id)
  const names = [
    expect.objectContaining({ kind: 'phone', value: now, until: null, endedBy: null }),
    expect.objectContaining({ kind: 'phone', value: before, until: expect.any(String), endedBy: 'notice' }),
  ]
  const named = { id: expect.any(String), names: expect.arrayContaining(names) }
  expect(await customerOf(now)).toMatchObject(named)
  expect(await exported(now)).toContainEqual({ type: 'customer', ...named })
  expect((await api('GET', `/conversations/${id}/`)).body).toMatchObject({
    contact: { phoneNumber: now },
    lastMessage: 'It is still me',
  })
  expect(await send(id, sale())).toMatchObject(REFUSED)
  // The number belongs to another customer later.
  await service.provider.sendAsCustomer({ from: before, text: 'Who is this?' })
  const later = await newConversation(before)
  expect(later).not.toBe(id)
  expect(await customerOf(before)).toMatchObject({ conversations: [{ id: later }], memory: [] })
  const { conversations } = v.parse(Conversations, await customerOf(now))
  expect(conversations).toContainEqual(expect.objectContaining({ id }))
  expect(await customerOf(now)).toMatchObject({ memory })
  expect(await change('wamid.changed')).toMatchObject({ status: 200 })
  expect(await newConversation(before)).toBe(later)
})

test('what an agent remembers under the new number stays, and a repeated notice moves nothing of the number’s next owner', async () => {
  const [before, now] = [freshCustomer(), freshCustomer()]
  const system = { type: 'user_changed_number', body: '', wa_id: now }
  const change = () => service.provider.sendAsCustomer({ from: before, system, id: `wamid.moved-${before}` })
  const remember = (customer: string, values: object) => patch(customer, { memory: [{ agentId: agent.id, values }] })
  const remembered = async (customer: string) => v.parse(Memories, await customerOf(customer)).memory
  await service.provider.sendAsCustomer({ from: before, text: 'Hello' })
  await remember(before, { plan: 'gold', seats: 3 })
  // The notice arrives after the first message from the new number.
  await service.provider.sendAsCustomer({ from: now, text: 'My new number' })
  await remember(now, { plan: 'silver' })
  expect(await change()).toMatchObject({ status: 200 })
  const moved = [{ agentId: agent.id, values: { plan: 'silver', seats: 3 } }]
  expect([await remembered(now), await remembered(before)]).toEqual([moved, []])

  await service.provider.sendAsCustomer({ from: before, text: 'I am somebody else' })
  await patch(before, { optedOut: true })
  await remember(before, { seats: 9 })
  expect(await change()).toMatchObject({ status: 200 })
  expect(await customerOf(now)).toMatchObject({ optedOut: false, memory: moved })
  expect(await remembered(before)).toEqual([{ agentId: agent.id, values: { seats: 9 } }])
})

test('a late message from a former number does not give it back to the customer', async () => {
  const [before, now] = [freshCustomer(), freshCustomer()]
  const identity = { from: before, userId: `GB.${before}`, withPhone: true }
  await service.provider.sendAsCustomer({ ...identity, text: 'Hello' })
  const id = await newConversation(before)
  const system = { type: 'customer_changed_number', body: '', wa_id: now }
  await service.provider.sendAsCustomer({ from: before, system })
  await service.provider.sendAsCustomer({ ...identity, text: 'Late' })
  expect((await api('GET', `/conversations/${id}/`)).body).toMatchObject({
    contact: { phoneNumber: now },
    lastMessage: 'Late',
  })
  await service.provider.sendAsCustomer({ from: before, text: 'Who is this?' })
  expect(await newConversation(before)).not.toBe(id)
})

test('a choice about marketing and memory count under each number of the customer', async () => {
  const [written, known] = [freshCustomer(), freshCustomer()]
  service.provider.setCustomer(written, { knownAs: known })
  const started = { toNumber: written, agentId: agent.id, memory: { plan: 'gold' }, message: template() }
  const id = idOf(await api('POST', '/conversations/', started))
  await service.provider.sendAsCustomer({ from: known, text: 'Hello' })
  // What the agent remembers in the conversation.
  const values = async () => v.parse(Memories, await customerOf(known)).memory
  expect(await values()).toEqual([{ agentId: agent.id, values: { plan: 'gold' } }])
  await patch(written, { memory: [{ agentId: agent.id, values: { seats: 3 } }] })
  expect(await values()).toEqual([{ agentId: agent.id, values: { plan: 'gold', seats: 3 } }])
  await patch(written, { optedOut: true })
  expect(await send(id, sale())).toMatchObject(REFUSED)
})

/** Runs all steps of an erasure, and returns what they kept. */
async function erase(customer: string) {
  const kept: Record<string, number> = {}
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await api('DELETE', `/customers/${customer}/${cursor ? `?cursor=${cursor}` : ''}`)
    const step = v.parse(
      v.looseObject({
        next: v.nullable(v.string()),
        waitSeconds: v.number(),
        kept: v.record(v.string(), v.number()),
      }),
      body,
    )
    Object.assign(kept, step.kept)
    await setTimeout(step.waitSeconds * 1000)
    cursor = step.next
  }
  return kept
}

test('a refusal of marketing survives the erasure of the customer, until the customer agrees again', async () => {
  const [refusing, agreeing] = [freshCustomer(), freshCustomer()]
  await service.provider.sendAsCustomer({ from: refusing, text: 'STOP' })
  await patch(agreeing, { optedOut: false })
  expect([await erase(refusing), await erase(agreeing)]).toEqual([{ optOuts: 1 }, {}])
  expect(await customerOf(refusing)).toMatchObject({ optedOut: true, conversations: [] })
  expect(await api('POST', '/conversations/', { toNumber: refusing, message: sale() })).toMatchObject(REFUSED)
  const timestamp = Math.floor(Date.now() / 1000) + 1
  const choice = { wa_id: refusing, category: 'marketing_messages', value: 'resume', timestamp }
  expect(await postChange('user_preferences', { user_preferences: [choice] })).toBe(200)
  expect(await customerOf(refusing)).toMatchObject({ optedOut: false })
})

test('the erasure of a customer includes the conversation under another number', async () => {
  const [written, known] = [freshCustomer(), freshCustomer()]
  await service.provider.sendAsCustomer({ from: known, text: 'Hello' })
  const id = await newConversation(known)
  // The provider's answer shows that both are one customer.
  service.provider.setCustomer(written, { knownAs: known })
  expect(idOf(await api('POST', '/conversations/', { toNumber: written, message: template() }))).toBe(id)
  await erase(written)
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ status: 404 })
  expect(await customerOf(known)).toMatchObject({ conversations: [] })
})

test('a customer without a shared number has the conversation of each number by which the provider knows them', async () => {
  const [written, known] = [freshCustomer(), freshCustomer()]
  service.provider.setCustomer(written, { knownAs: known })
  const id = idOf(await api('POST', '/conversations/', { toNumber: written, message: template() }))
  const userId = `GB.${known}`
  await service.provider.sendAsCustomer({ from: known, userId, withPhone: true, text: 'Hello' })
  await service.provider.sendAsCustomer({ from: known, userId, text: 'Still me' })
  expect((await api('GET', `/conversations/${id}/`)).body).toMatchObject({ lastMessage: 'Still me' })
})

test('a refusal of marketing that the provider reports is stored', async () => {
  const [refused, reported] = [freshCustomer(), freshCustomer()]
  const [first, second] = [await newConversation(refused), await newConversation(reported)]
  service.provider.failNext({ code: 131050 })
  expect(await send(first, sale())).toMatchObject({ status: 400 })
  expect(await customerOf(refused)).toMatchObject({ optedOut: true })
  const { waId } = v.parse(v.looseObject({ waId: v.string() }), (await send(second, sale())).body)
  const error = { code: 131050, title: 'User has stopped marketing messages', details: 'The user stopped them.' }
  expect(await service.provider.reportStatus(waId, 'failed', error)).toMatchObject({ status: 200 })
  expect(await customerOf(reported)).toMatchObject({ optedOut: true })
})

test('a conversation whose agent was deleted can be started again with memory of the number’s agent', async () => {
  const customer = freshCustomer()
  const deleted = idOf(await api('POST', '/agents/', { name: 'Leaver' }))
  await api('POST', '/conversations/', { toNumber: customer, agentId: deleted })
  expect((await api('DELETE', `/agents/${deleted}/`)).status).toBeLessThan(300)
  const started = { toNumber: customer, memory: {} }
  expect(await api('POST', '/conversations/', started)).toMatchObject({ status: 201 })
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

const merge = (customer: string, other: string) => api('POST', `/customers/${customer}/merges/`, { other })
const Stored = v.looseObject({ id: v.string() })

test('two customers are merged after a preview, and are two again', async () => {
  const [mobile, landline] = [freshCustomer(), freshCustomer()]
  for (const from of [mobile, landline]) await service.provider.sendAsCustomer({ from, text: `Hello from ${from}` })
  const [first, second] = [await newConversation(mobile), await newConversation(landline)]
  await patch(mobile, { memory: [{ agentId: agent.id, values: { plan: 'silver' } }] })
  await patch(landline, { optedOut: true, memory: [{ agentId: agent.id, values: { plan: 'gold', seats: 2 } }] })
  const { id: former } = v.parse(Stored, await customerOf(landline))
  const { id } = v.parse(Stored, await customerOf(mobile))
  const preview = await api('GET', `/customers/${mobile}/merge-preview/?other=${landline}`)
  expect(preview).toMatchObject({
    status: 200,
    body: {
      customer: { id, names: [{ value: mobile }] },
      other: { id: former, names: [{ value: landline }] },
      conversations: [{ id: second, messages: 1, notes: 0, continuesIn: first }],
      optedOut: true,
    },
  })
  expect(v.parse(Memories, preview.body).memory).toEqual(
    expect.arrayContaining([
      { agentId: agent.id, key: 'plan', value: 'gold', replaced: 'silver', of: 'other' },
      { agentId: agent.id, key: 'seats', value: 2, replaced: null, of: 'other' },
    ]),
  )
  expect(await merge(mobile, landline)).toMatchObject({
    status: 200,
    body: {
      id,
      optedOut: true,
      conversations: [{ id: first, messages: 2 }],
      memory: [{ values: { plan: 'gold', seats: 2 } }],
      lastMerge: { id: former },
    },
  })
  // Ids of the other customer lead to this one, and a repeat changes nothing.
  expect(await customerOf(former)).toMatchObject({ id })
  expect(await merge(mobile, former)).toMatchObject({ status: 200, body: { id } })
  expect(await newConversation(landline)).toBe(first)
  await service.provider.sendAsCustomer({ from: landline, text: 'Still here' })
  expect((await api('GET', `/conversations/${first}/`)).body).toMatchObject({
    contact: { phoneNumber: landline },
    lastMessage: 'Still here',
  })
  expect(await api('DELETE', `/customers/${mobile}/merges/${former}/`)).toMatchObject({
    status: 200,
    body: { id, optedOut: false, memory: [{ values: { plan: 'silver' } }], lastMerge: null },
  })
  expect(await customerOf(landline)).toMatchObject({
    id: former,
    optedOut: true,
    conversations: [{ id: second, messages: 2 }],
    memory: [{ values: { plan: 'gold', seats: 2 } }],
  })
  expect((await api('GET', `/conversations/${second}/`)).body).toMatchObject({ lastMessage: 'Still here' })
  expect((await api('GET', `/conversations/${first}/`)).body).toMatchObject({ lastMessage: `Hello from ${mobile}` })
  expect(await api('DELETE', `/customers/${mobile}/merges/${former}/`)).toMatchObject({ status: 404 })
})

test('a merge names two customers of whom something is stored', async () => {
  const [known, unknown] = [freshCustomer(), freshCustomer()]
  await newConversation(known)
  expect(await merge(known, `+${known}`)).toMatchObject({ status: 400, body: { details: [{ path: 'other' }] } })
  expect(await merge(known, 'nobody')).toMatchObject({ status: 400, body: { details: [{ path: 'other' }] } })
  expect(await merge(known, unknown)).toMatchObject({ status: 404 })
  expect(await merge(unknown, known)).toMatchObject({ status: 404 })
})

test('the erasure of a merged customer leaves nothing that could undo the merge', async () => {
  const [mobile, landline] = [freshCustomer(), freshCustomer()]
  for (const from of [mobile, landline]) await service.provider.sendAsCustomer({ from, text: 'Hello' })
  const { id: former } = v.parse(Stored, await customerOf(landline))
  expect(await merge(mobile, landline)).toMatchObject({ status: 200 })
  await erase(mobile)
  for (const number of [mobile, landline])
    expect(await customerOf(number)).toMatchObject({ conversations: [], lastMerge: null })
  await service.provider.sendAsCustomer({ from: mobile, text: 'Hello again' })
  expect(await api('DELETE', `/customers/${mobile}/merges/${former}/`)).toMatchObject({ status: 404 })
})
