import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, template, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, messagesOf, newConversation, openConversation, send, sentFor } = chats(() => service)

describe("the provider's own types", () => {
  let id: string
  let wrote: string
  beforeAll(async () => {
    id = await openConversation()
    wrote = String((await messagesOf(id)).results[0]?.id)
  })

  const list = {
    type: 'list',
    body: { text: 'Which?' },
    action: { button: 'Options', sections: [{ rows: [{ id: 'r', title: 'Returns' }] }] },
  }
  const contact = { name: { formattedName: 'Sam Lee' }, phones: [{ phone: '+44 7700 900300', waId: '447700900300' }] }

  test.each([
    [
      { type: 'interactive', interactive: list },
      { interactive: list },
      { text: 'Which?', interactive: list, buttons: [{ type: 'list', text: 'Options' }] },
    ],
    [
      { type: 'location', location: { latitude: 51.5, longitude: -0.1, name: 'Shop' } },
      { location: { latitude: 51.5, longitude: -0.1, name: 'Shop' } },
      { location: { latitude: 51.5, longitude: -0.1, name: 'Shop' } },
    ],
    [
      { type: 'contacts', contacts: [contact] },
      {
        contacts: [{ name: { formatted_name: 'Sam Lee', first_name: 'Sam Lee' }, phones: [{ wa_id: '447700900300' }] }],
      },
      { contacts: [contact] },
    ],
  ])('%j is sent, stored and shown', async (body, wire, shown) => {
    const response = await send(id, { ...body, replyTo: wrote })
    expect(response).toMatchObject({ status: 201, body: { type: body.type, replyTo: wrote, ...shown } })
    const context = { message_id: expect.stringContaining('wamid.') }
    expect(sentFor(idOf(response))).toMatchObject([{ message: { type: body.type, context, ...wire } }])
    expect((await messagesOf(id)).results[0]).toMatchObject({ id: idOf(response), ...shown })
  })

  test('a reaction is sent and not shown as the last message', async () => {
    const chat = await openConversation()
    const messageId = (await messagesOf(chat)).results[0]?.id
    const response = await send(chat, { type: 'reaction', reaction: { messageId, emoji: '👍' } })
    expect(response).toMatchObject({ status: 201, body: { reaction: { emoji: '👍' } } })
    expect(sentFor(idOf(response))).toMatchObject([{ message: { type: 'reaction', reaction: { emoji: '👍' } } }])
    expect(await api('GET', `/conversations/${chat}/`)).toMatchObject({ body: { lastMessage: 'Hello' } })
    expect(await messagesOf(chat)).toMatchObject({ count: 2 })
  })

  test('a reference to a message of another conversation is refused', async () => {
    const other = await openConversation()
    for (const body of [
      { ...text('x'), replyTo: wrote },
      { type: 'reaction', reaction: { messageId: wrote, emoji: '👍' } },
    ])
      expect(await send(other, body)).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  })

  test('they need an open service window', async () => {
    const closed = await newConversation()
    expect(await send(closed, { type: 'interactive', interactive: list })).toMatchObject({ status: 409 })
  })
})

describe('a template', () => {
  const rich = {
    name: 'rich',
    language: 'en_US',
    category: 'UTILITY' as const,
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Order {{1}} ships' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' }] },
    ],
  }
  const components = [
    { type: 'header', parameters: [{ type: 'image', image: { link: 'https://cdn.example.com/a.jpg' } }] },
    { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'A-1' }] },
  ]

  test('has the text, the file and the buttons that the customer sees, whatever becomes of it', async () => {
    service.provider.addTemplate(rich)
    const message = { type: 'template', template: { name: 'rich', variables: ['A-1'], components } }
    const started = await api('POST', '/conversations/', { toNumber: freshCustomer(), message })
    expect(started).toMatchObject({ status: 201, body: { lastMessage: 'Order A-1 ships' } })
    expect((await messagesOf(idOf(started))).results).toMatchObject([
      {
        text: 'Order A-1 ships',
        media: [{ url: 'https://cdn.example.com/a.jpg' }],
        buttons: [{ type: 'url', text: 'Track', url: 'https://example.com/A-1' }],
        template: { name: 'rich', variables: ['A-1'], components },
      },
    ])
  })

  test('is refused before the provider is called if its parameters do not match', async () => {
    service.provider.addTemplate(rich)
    const customer = freshCustomer()
    const message = {
      type: 'template',
      template: { name: 'rich', variables: ['A-1'], components: components.slice(0, 1) },
    }
    expect(await api('POST', '/conversations/', { toNumber: customer, message })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'message.template.components', message: expect.stringContaining('index 0') }] },
    })
    expect((await api('GET', `/conversations/?contact=${customer}`)).body).toMatchObject({ results: [] })
    expect(await send(await newConversation(), template(['Alex']))).toMatchObject({
      status: 400,
      body: { details: [{ path: 'template.variables', message: expect.stringContaining('{{2}}') }] },
    })
  })

  test('for authentication gets its code in the body and the button', async () => {
    const components = [
      { type: 'BODY', text: '{{1}} is your code.' },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', text: 'Copy' }] },
    ]
    service.provider.addTemplate({ name: 'code', language: 'en_US', category: 'AUTHENTICATION', components })
    const response = await send(await newConversation(), template(['123456'], 'code'))
    expect(response).toMatchObject({ status: 201, body: { text: '123456 is your code.' } })
  })

  test('that does not exist is refused by the provider', async () => {
    expect(await send(await newConversation(), template([], 'unknown'))).toMatchObject({
      status: 400,
      body: { code: 'validation_error', error: expect.stringContaining('132001') },
    })
  })
})
