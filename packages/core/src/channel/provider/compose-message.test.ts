import { expect, test } from 'vitest'
import type { OutboundContent } from '../port.ts'
import { composeMessage } from './compose-message.ts'

test('addresses a customer without a phone number by user id', () => {
  const content = { type: 'text', text: 'Hello' }
  expect(composeMessage({ to: { contactUserId: 'GB.1' }, content, callbackData: 'data' })).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    recipient: 'GB.1',
    biz_opaque_callback_data: 'data',
    type: 'text',
    text: { preview_url: false, body: 'Hello' },
  })
  const to = { contactNumber: '447700900200', contactUserId: 'GB.1' }
  expect(composeMessage({ to, content, callbackData: 'data' })).toMatchObject({ to: '447700900200' })
})

test.each<[OutboundContent, object]>([
  [
    { type: 'location', text: '', detail: { latitude: 1, longitude: 2, name: 'Shop' } },
    { type: 'location', location: { latitude: 1, longitude: 2, name: 'Shop' } },
  ],
  [
    { type: 'contacts', text: '', detail: [{ name: { formattedName: 'Sam' }, phones: [{ waId: '44' }] }] },
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Sam', first_name: 'Sam' }, phones: [{ wa_id: '44' }] }],
    },
  ],
  [
    { type: 'reaction', text: '', detail: { messageWaId: 'wamid.1', emoji: '' } },
    { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '' } },
  ],
  [
    { type: 'interactive', text: 'Shown', buttons: [{ type: 'list', text: 'Open' }], detail: { type: 'list' } },
    { type: 'interactive', interactive: { type: 'list' } },
  ],
  [
    { type: 'text', text: 'Yes', replyTo: { messageId: 'm1', waId: 'wamid.1' } },
    { context: { message_id: 'wamid.1' } },
  ],
  [
    {
      type: 'template',
      text: 'Shown',
      template: { name: 'x', language: 'en', positional: ['Ada'], components: [{ type: 'header', parameters: [] }] },
    },
    {
      template: {
        name: 'x',
        language: { code: 'en' },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] },
          { type: 'header', parameters: [] },
        ],
      },
    },
  ],
])('%j is sent as the provider expects it', (content, wire) => {
  expect(composeMessage({ to: {}, content, callbackData: '' })).toMatchObject(wire)
})

test('the limit of a label counts characters, not UTF-16 units', () => {
  const compose = (text: string) =>
    composeMessage({
      to: {},
      content: { type: 'buttons', text: 'Sure?', buttons: [{ type: 'quick_reply', text, quickReplyId: 'y' }] },
      callbackData: '',
    })
  expect(compose('😀'.repeat(20))).toHaveProperty('interactive.type', 'button')
  expect(compose('😀'.repeat(21))).toHaveProperty('interactive.type', 'list')
})

test('omits an empty caption and empty template variables', () => {
  const compose = (content: OutboundContent) => composeMessage({ to: {}, content, callbackData: '' })
  const media = { type: 'media', text: '', media: [{ url: 'https://a.example/a.ogg', mimeType: 'audio/ogg' }] }
  expect(compose(media)).toMatchObject({ type: 'audio', audio: { link: 'https://a.example/a.ogg' } })
  expect(compose(media)).not.toHaveProperty('audio.caption')
  const template = { type: 'template', text: '', template: { name: 'hello', language: 'en', positional: [] } }
  expect(compose(template)).toHaveProperty('template', { name: 'hello', language: { code: 'en' } })
})

test('a contact with a part of its name keeps its name', () => {
  const content = { type: 'contacts', text: '', detail: [{ name: { formattedName: 'Dr Lee', lastName: 'Lee' } }] }
  const contacts = [{ name: { formatted_name: 'Dr Lee', last_name: 'Lee' } }]
  expect(composeMessage({ to: {}, content, callbackData: '' })).toHaveProperty('contacts', contacts)
})
