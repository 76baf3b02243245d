import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats, pageOf, template, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, messagesOf, newConversation, openConversation, postChange, send, sentFor } = chats(() => service)

describe('sending', () => {
  let id: string
  beforeAll(async () => {
    id = await openConversation()
    const components = [{ type: 'BODY', text: 'Hello {{first_name}}' }]
    const parameter_format = 'NAMED'
    service.provider.addTemplate({
      name: 'named',
      language: 'en_US',
      category: 'UTILITY',
      parameter_format,
      components,
    })
  })

  test.each([
    ['text', text('Your order ships tomorrow.'), { type: 'text', text: { body: 'Your order ships tomorrow.' } }],
    [
      'a picture',
      { type: 'media', media: { url: 'https://cdn.example.com/a.jpg', mimeType: 'image/jpeg', caption: 'Receipt' } },
      { type: 'image', image: { link: 'https://cdn.example.com/a.jpg', caption: 'Receipt' } },
    ],
    [
      'a document',
      { type: 'media', media: { url: 'https://cdn.example.com/x/b.pdf?y=1', mimeType: 'application/pdf' } },
      { type: 'document', document: { link: 'https://cdn.example.com/x/b.pdf?y=1', filename: 'b.pdf' } },
    ],
    [
      'reply buttons',
      {
        ...text('Track it?'),
        type: 'buttons',
        buttons: [
          { type: 'quick_reply', text: 'Yes', quickReplyId: 'yes' },
          { type: 'quick_reply', text: 'No' },
        ],
      },
      {
        interactive: {
          type: 'button',
          body: { text: 'Track it?' },
          action: { buttons: [{ reply: { id: 'yes', title: 'Yes' } }, { reply: { id: 'No', title: 'No' } }] },
        },
      },
    ],
    [
      'a URL button',
      { ...text('See'), type: 'buttons', buttons: [{ type: 'url', text: 'Open', url: 'https://example.com' }] },
      { interactive: { action: { parameters: { display_text: 'Open', url: 'https://example.com' } } } },
    ],
    [
      'a positional template',
      template(['Alex', '12345']),
      {
        template: {
          name: 'order_update',
          language: { code: 'en_US' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Alex' },
                { type: 'text', text: '12345' },
              ],
            },
          ],
        },
      },
    ],
    [
      'a named template',
      template({ first_name: 'Alex' }, 'named'),
      {
        template: {
          components: [{ type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Alex' }] }],
        },
      },
    ],
  ])("%s is sent in the provider's format", async (_, body, wire) => {
    const response = await send(id, body)
    expect(response.status).toBe(201)
    const [sent, ...more] = sentFor(idOf(response))
    expect(more).toEqual([])
    expect(sent?.message).toMatchObject({ messaging_product: 'whatsapp', ...wire })
    expect(response.body).toEqual({
      id: expect.any(String),
      direction: 'outbound',
      role: 'human',
      type: body.type,
      text: expect.any(String),
      media: 'media' in body ? [{ url: body.media.url, mimeType: body.media.mimeType }] : [],
      buttons: 'buttons' in body ? expect.any(Array) : [],
      template: 'template' in body ? { ...body.template, language: 'en_US' } : null,
      status: expect.stringMatching(/^(sent|delivered)$/),
      error: null,
      waId: sent?.id,
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('a rejected body is a validation_error and nothing is sent', async () => {
    const before = service.provider.sent.length
    expect(await send(id, text(''))).toMatchObject({
      status: 400,
      body: { code: 'validation_error', details: [{ path: 'text.body', message: 'must not be empty' }] },
    })
    expect(service.provider.sent).toHaveLength(before)
  })
})

test('outside the service window a free-form message is a 409 window_closed, and a template is sent', async () => {
  const customer = freshCustomer()
  const id = await newConversation(customer)
  expect(await send(id, text('too late'))).toMatchObject({ status: 409, body: { code: 'window_closed' } })
  expect(service.provider.sent.filter((message) => message.customer === customer)).toEqual([])
  expect(pageOf(await api('GET', `/conversations/${id}/messages/`))).toMatchObject({ count: 0, results: [] })
  expect(await send(id, template())).toMatchObject({ status: 201 })
})

test('a conversation that a text needs is created only while the service window is open', async () => {
  const customer = freshCustomer()
  const start = () => api('POST', '/conversations/', { toNumber: customer, requireOpenWindow: true })
  expect(await start()).toMatchObject({ status: 409, body: { code: 'window_closed' } })
  expect(pageOf(await api('GET', `/conversations/?contact=${customer}`)).results).toEqual([])
  const id = await openConversation(customer)
  expect(await start()).toMatchObject({ status: 201, body: { id } })
})

/** Returns what posts a message that the owner wrote in the provider's app. Each call posts the same one. */
function echoTo(customer: string, body: string) {
  const message_echoes = [
    {
      from: service.ready.numbers[0]?.number,
      to: customer,
      id: `wamid.echo-${customer}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body },
    },
  ]
  return () => postChange('smb_message_echoes', { message_echoes })
}

test('a message from the provider’s own app is stored once as a person’s, and starts a takeover', async () => {
  const customer = freshCustomer()
  const id = await openConversation(customer)
  const echo = echoTo(customer, 'I am here myself')
  expect([await echo(), await echo()]).toEqual([200, 200])
  const { count, results } = await messagesOf(id)
  expect(count).toBe(2)
  expect(results.map(({ direction, role, text: body }) => ({ direction, role, body }))).toContainEqual({
    direction: 'outbound',
    role: 'human',
    body: 'I am here myself',
  })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { isHumanTakeover: 'true' } })
})

test('a repeat of a message from the provider’s own app does not take over after a handback', async () => {
  const customer = freshCustomer()
  const id = await openConversation(customer)
  const takenOver = async () => (await api('GET', `/conversations/${id}/`)).body
  expect(await api('POST', `/conversations/${id}/takeover/`, { durationMinutes: 5 })).toMatchObject({ status: 200 })
  const echo = echoTo(customer, 'I am here myself')
  expect(await echo()).toBe(200)
  const contact = { phoneNumber: '', name: '' }
  expect(await api('POST', `/conversations/${id}/handback/`, { contact })).toMatchObject({ status: 200 })
  expect(await echo()).toBe(200)
  expect(await takenOver()).toMatchObject({ isHumanTakeover: 'false' })
})

test('the ad of an earlier message that is processed later is the latest referral', async () => {
  const from = freshCustomer()
  const seconds = Math.floor(Date.now() / 1000)
  const write = (secondsAgo: number, referral?: { headline: string }) =>
    service.provider.sendAsCustomer({ from, text: 'Hello', timestamp: seconds - secondsAgo, referral })
  await write(1)
  await write(3, { headline: 'Newer' })
  await write(5, { headline: 'Older' })
  const id = await newConversation(from)
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { latestReferral: { headline: 'Newer' } } })
})

test.each(['revoke', 'edit', 'reaction'])(
  'a %s in the provider’s own app is no answer to the customer',
  async (type) => {
    actAsAdministrator(service)
    const customer = freshCustomer()
    const id = await openConversation(customer)
    const key = { organizationId: derivedId('demo organization', 'Demo'), id }
    const humanNeededSince = Date.now()
    await ConversationEntity.patch(key).set({ humanNeededSince }).go()
    const content = {
      [type]: { original_message_id: 'wamid.sent', message: { type: 'text', text: { body: 'Edited' } } },
    }
    const echo = {
      to: customer,
      id: `wamid.${type}-${customer}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type,
    }
    const post = () => postChange('smb_message_echoes', { message_echoes: [{ ...echo, ...content }] })
    expect([await post(), await post()]).toEqual([200, 200])
    const { count, results } = await messagesOf(id)
    expect(count).toBe(2)
    expect(results).toContainEqual(expect.objectContaining({ type, status: 'sent' }))
    expect(await api('GET', `/conversations/${id}/`)).toMatchObject({
      body: { isHumanTakeover: 'false', lastMessage: 'Hello' },
    })
    expect((await ConversationEntity.get(key).go({ consistent: true })).data).toMatchObject({ humanNeededSince })
  },
)

test('a message from the provider’s own app is in the conversation, although its first run was interrupted', async () => {
  const customer = freshCustomer()
  const id = await openConversation(customer)
  const body = `interrupted ${customer}`
  const echo = echoTo(customer, body)
  const fault = service.cloud.faults.plan({
    service: 'dynamodb',
    action: 'UpdateItem',
    where: ({ request }) => request.includes(body),
    nth: 1,
    kind: 'kill-before',
  })
  expect(await echo()).toBeGreaterThanOrEqual(500)
  expect(fault.fired).toHaveLength(1)
  expect(await echo()).toBe(200)
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { lastMessage: body } })
})

test('a message from the provider’s own app ends that a person is needed, and its repeat does not later', async () => {
  actAsAdministrator(service)
  const customer = freshCustomer()
  const key = { organizationId: derivedId('demo organization', 'Demo'), id: await openConversation(customer) }
  const neededSince = async () => (await ConversationEntity.get(key).go({ consistent: true })).data?.humanNeededSince
  const need = (humanNeededSince: number) => ConversationEntity.patch(key).set({ humanNeededSince }).go()
  await need(Date.now())
  const echo = echoTo(customer, 'What is it?')
  expect(await echo()).toBe(200)
  expect(await neededSince()).toBeUndefined()
  const later = Date.now() + 1000
  await need(later)
  expect(await echo()).toBe(200)
  expect(await neededSince()).toBe(later)
})

test('a customer whom the provider knows by another number has one conversation', async () => {
  const [written, known] = [freshCustomer(), freshCustomer()]
  const id = await openConversation(known)
  service.provider.setCustomer(written, { knownAs: known })
  const start = async () => idOf(await api('POST', '/conversations/', { toNumber: written, message: template() }))
  // The answer of the provider names the customer: it is one from the first message on.
  for (const _ of [1, 2]) expect(await start()).toBe(id)
  expect(await openConversation(known)).toBe(id)
})

test('the messages of a conversation are paged, newest first, and include both directions', async () => {
  const customer = freshCustomer()
  const id = await openConversation(customer)
  for (const body of ['one', 'two', 'three']) expect((await send(id, text(body))).status).toBe(201)
  const first = pageOf(await api('GET', `/conversations/${id}/messages/?limit=3`))
  expect(first).toMatchObject({ count: 4, next: expect.stringContaining('offset=3') })
  expect(first.results.map((message) => message.text)).toEqual(['three', 'two', 'one'])
  const next = new URL(first.next ?? '')
  const second = pageOf(await api('GET', `/conversations/${id}/messages/${next.search}`))
  expect(second).toMatchObject({ count: 4, next: null })
  expect(second.results).toEqual([
    expect.objectContaining({ direction: 'inbound', role: 'user', text: 'Hello', status: null, error: null }),
  ])
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { lastMessage: 'three' } })
  expect(await api('GET', `/conversations/${id}/messages/?limit=0`)).toMatchObject({ status: 400 })
})

test('a message on the sandbox number is stored and not sent to the provider', async () => {
  const sandbox = service.ready.numbers.find((number) => number.sandbox)
  const customer = freshCustomer()
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer, fromNumber: sandbox?.number }))
  expect(await send(id, text('inside'))).toMatchObject({ status: 201, body: { status: 'sent', waId: '' } })
  expect(service.provider.sent.filter((message) => message.customer === customer)).toEqual([])
})
