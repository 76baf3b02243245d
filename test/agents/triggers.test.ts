// @module-tag full
import { randomUUID } from 'node:crypto'
import { TriggeredMessage } from '@replywright/contract/triggers.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idempotencyKeys } from '../api/idempotency-keys.ts'
import { review } from '../api/template-fixtures.ts'
import { chats } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
const { api, messagesOf, sentFor } = chats(() => service)

const SECRET = 'a secret of its own'
const BODY = [{ type: 'BODY', text: 'Hi {{1}}, it ships on Friday.', example: { body_text: [['Alex']] } }]
const Published = v.looseObject({ publishResults: v.tuple([v.object({ providerTemplateId: v.string() })]) })
const Triggers = v.looseObject({ outboundTriggers: v.array(v.looseObject({ id: v.string(), url: v.string() })) })

let template: { readonly templateId: string; readonly templateName: string }
let providerTemplateId: string

beforeAll(async () => {
  service = await startTestService({ agentAnswers: true })
  const templateName = 'order_ships'
  const templateId = await newTemplate(templateName)
  const accountIds = [service.ready.account.id]
  const { body } = await api('PUT', `/msg-templates/${templateId}/publish/`, { accountIds })
  providerTemplateId = v.parse(Published, body).publishResults[0].providerTemplateId
  await review(service, providerTemplateId, { status: 'APPROVED' })
  template = { templateId, templateName }
})
afterAll(() => service?.stop())

async function newTemplate(name: string): Promise<string> {
  return idOf(await api('POST', '/msg-templates/', { name, category: 'UTILITY', components: BODY }))
}

/** Creates an agent with one trigger, which sends the approved template unless `settings` override it. */
async function newTrigger(settings: object = {}): Promise<{ agentId: string; id: string; url: string }> {
  const outboundTriggers = [{ secret: SECRET, ...template, ...settings }]
  const created = await api('POST', '/agents/', { name: 'Shipping', outboundTriggers })
  const [trigger] = v.parse(Triggers, created.body).outboundTriggers
  if (!trigger) throw new Error('the agent has no trigger')
  return { agentId: idOf(created), ...trigger }
}

async function fire({ url }: { readonly url: string }, body: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Trigger-Secret': SECRET, ...headers },
    body: JSON.stringify(body),
  })
  const replayed = response.headers.get('idempotent-replayed')
  return { status: response.status, replayed, body: await response.json() }
}

describe('firing a trigger', () => {
  test('sends the template in the name of its agent, which replies from then on', async () => {
    const trigger = await newTrigger()
    const customer = freshCustomer()
    const fired = await fire(trigger, { toNumber: `+${customer}`, variables: ['Ada'] })
    expect(fired.status).toBe(201)
    const { conversationId, messageId } = v.parse(v.strictObject(TriggeredMessage.entries), fired.body)
    expect(sentFor(messageId)).toMatchObject([{ customer, type: 'template', text: '[template order_ships] Ada' }])
    expect(JSON.stringify(sentFor(messageId)[0]?.message)).toContain('"text":"Ada"')
    expect((await api('GET', `/conversations/${conversationId}/`)).body).toMatchObject({
      activeAgent: trigger.agentId,
      contact: { phoneNumber: customer },
      routing: null,
    })
    expect((await messagesOf(conversationId)).results).toMatchObject([
      {
        id: messageId,
        role: 'assistant',
        template: { name: 'order_ships', language: 'en', variables: ['Ada'] },
      },
    ])
    await service.provider.sendAsCustomer({ from: customer, text: 'Thanks!' })
    const reply = await service.provider.nextSent((sent) => sent.customer === customer && sent.type === 'text', 40_000)
    expect(reply.text).toContain('“Thanks!”')
    expect(service.model.requests.at(-1)?.messages).toContainEqual(
      expect.objectContaining({ role: 'assistant', content: expect.stringContaining('Ada') }),
    )
  })

  test('starts a new session if another agent was active', async () => {
    const customer = freshCustomer()
    const [first, second] = [await newTrigger(), await newTrigger()]
    const { conversationId } = v.parse(
      TriggeredMessage,
      (await fire(first, { toNumber: customer, variables: ['Ada'] })).body,
    )
    expect(await fire(second, { toNumber: customer, variables: ['Ada'] })).toMatchObject({
      status: 201,
      body: { conversationId },
    })
    expect((await api('GET', `/conversations/${conversationId}/`)).body).toMatchObject({ activeAgent: second.agentId })
  })

  test('sends once per Idempotency-Key, and rejects another request with the same key', async () => {
    const trigger = await newTrigger()
    const key = { 'Idempotency-Key': randomUUID() }
    const input = { toNumber: freshCustomer(), variables: ['Ada'] }
    const first = await fire(trigger, input, key)
    expect(first.status).toBe(201)
    expect(await fire(trigger, input, key)).toEqual({ ...first, replayed: 'true' })
    expect(await fire(trigger, { toNumber: freshCustomer() }, key)).toMatchObject({ status: 409 })
    expect(sentFor(v.parse(TriggeredMessage, first.body).messageId)).toHaveLength(1)
    // The key does not collide with that of another trigger.
    expect(await fire(await newTrigger(), input, key)).toMatchObject({ status: 201 })
  })

  test('sends again with the same Idempotency-Key after 24 hours', async () => {
    const trigger = await newTrigger()
    const key = randomUUID()
    const input = { toNumber: freshCustomer(), variables: ['Ada'] }
    const day1 = v.parse(TriggeredMessage, (await fire(trigger, input, { 'Idempotency-Key': key })).body)
    await idempotencyKeys(() => service).expire(`trigger:${trigger.id}:${key}`)
    const day2 = v.parse(TriggeredMessage, (await fire(trigger, input, { 'Idempotency-Key': key })).body)
    expect(day2.conversationId).toBe(day1.conversationId)
    expect(day2.messageId).not.toBe(day1.messageId)
    expect(sentFor(day2.messageId)).toHaveLength(1)
  })

  test('sends nothing to the provider from the sandbox number', async () => {
    const sandbox = service.ready.numbers.find((number) => number.sandbox)
    const trigger = await newTrigger({ templateId: await newTemplate('draft_only'), templateName: 'draft_only' })
    const input = { toNumber: freshCustomer(), fromNumber: sandbox?.number, variables: ['Ada'] }
    const { messageId } = v.parse(TriggeredMessage, (await fire(trigger, input)).body)
    expect(sentFor(messageId)).toEqual([])
  })
})

test('a message with the template has its language, and needs its variables', async () => {
  const id = idOf(await api('POST', '/conversations/', { toNumber: freshCustomer() }))
  const send = (more: object) =>
    api('POST', `/conversations/${id}/messages/`, { type: 'template', template: { name: 'order_ships', ...more } })
  expect(await send({ variables: ['Ada'] })).toMatchObject({ status: 201, body: { template: { language: 'en' } } })
  expect(await send({ language: 'en' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'template.variables', message: 'lacks {{1}} of the template' }] },
  })
  const message = { type: 'template', template: { name: 'order_ships' } }
  expect(await api('POST', '/conversations/', { toNumber: freshCustomer(), message })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'message.template.variables' }] },
  })
})

describe('a trigger is rejected', () => {
  const input = () => ({ toNumber: freshCustomer(), variables: ['Ada'] })

  test('in the same way for an unknown id and a wrong secret', async () => {
    const trigger = await newTrigger()
    const refused = await fire(trigger, input(), { 'X-Trigger-Secret': `${SECRET}!` })
    expect(refused).toMatchObject({ status: 401, body: { code: 'authentication_failed' } })
    const unknown = [randomUUID(), 'nothing', '%00', 'x'.repeat(3000)].map((id) => trigger.url.replace(trigger.id, id))
    for (const url of unknown) expect(await fire({ url }, input())).toEqual(refused)
    expect(await fire(trigger, input(), { 'X-Trigger-Secret': '' })).toEqual(refused)
    const other = await newTrigger({ secret: 'another agent has this one' })
    expect(await fire(trigger, input(), { 'X-Trigger-Secret': 'another agent has this one' })).toEqual(refused)
    expect(await fire(other, input())).toEqual(refused)
    expect(await fire(other, {}), 'its body is not checked').toEqual(refused)
  })

  test('when it is disabled, or deleted with its agent', async () => {
    const trigger = await newTrigger({ enabled: false })
    expect(await fire(trigger, input())).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
    expect(await fire(trigger, input(), { 'X-Trigger-Secret': 'wrong wrong wrong' })).toMatchObject({ status: 401 })
    await api('DELETE', `/agents/${trigger.agentId}/`)
    expect(await fire(trigger, input())).toMatchObject({ status: 401 })
  })

  test.each([
    ['no customer', {}, 'toNumber'],
    ['an invalid customer', { toNumber: 'Ada' }, 'toNumber'],
    ["another organisation's number", { toNumber: '447700900200', fromNumber: '447700900999' }, 'fromNumber'],
    ['too few variables', { toNumber: '447700900200', variables: [] }, 'variables'],
    [
      'named variables for a positional template',
      { toNumber: '447700900200', variables: { name: 'Ada' } },
      'variables',
    ],
  ])('with a 400 that names the field, for %s', async (_, body, path) => {
    expect(await fire(await newTrigger(), body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  test('with what to do while its template cannot be sent', async () => {
    const draft = await newTemplate('never_published')
    const cases: [object, RegExp][] = [
      [{ templateId: randomUUID() }, /GET \/api\/v1\/msg-templates\//],
      [{ templateId: 'x'.repeat(3000) }, /GET \/api\/v1\/msg-templates\//],
      [{ templateName: 'something_else' }, /has the name order_ships, but the trigger expects something_else/],
      [
        { templateId: draft, templateName: 'never_published' },
        new RegExp(`PUT /api/v1/msg-templates/${draft}/publish/`),
      ],
    ]
    for (const [settings, error] of cases)
      expect(await fire(await newTrigger(settings), input())).toMatchObject({
        status: 409,
        body: { code: 'conflict', error: expect.stringMatching(error) },
      })
  })

  test('while the provider has paused its template, without creating a conversation', async () => {
    const trigger = await newTrigger()
    const body = input()
    const { toNumber } = body
    await review(service, providerTemplateId, { status: 'PAUSED' })
    expect(await fire(trigger, body)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is PAUSED on account') },
    })
    expect((await api('GET', `/conversations/?contact=${toNumber}`)).body).toMatchObject({ results: [] })
    await review(service, providerTemplateId, { status: 'APPROVED' })
    expect(await fire(trigger, body)).toMatchObject({ status: 201 })
  })
})
