import { expect, test } from 'vitest'
import { composeMessage, mediaKind } from './compose-message.ts'

test.each([
  ['image/jpeg', 'image'],
  ['IMAGE/PNG', 'image'],
  ['image/webp', 'sticker'],
  ['image/svg+xml', 'document'],
  ['video/mp4', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['application/pdf', 'document'],
  ['text/plain', 'document'],
])('%s is sent as %s', (mimeType, kind) => {
  expect(mediaKind(mimeType)).toBe(kind)
})

test('addresses a customer without a phone number by user id', () => {
  const content = { type: 'text', text: 'Hello' }
  expect(composeMessage({ contactUserId: 'GB.1' }, content, 'data')).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    recipient: 'GB.1',
    biz_opaque_callback_data: 'data',
    type: 'text',
    text: { preview_url: false, body: 'Hello' },
  })
  expect(composeMessage({ contactNumber: '447700900200', contactUserId: 'GB.1' }, content, 'data')).toMatchObject({
    to: '447700900200',
  })
})

test('omits an empty caption and empty template variables', () => {
  const media = { type: 'media', text: '', media: [{ url: 'https://a.example/a.ogg', mimeType: 'audio/ogg' }] }
  expect(composeMessage({}, media, '')).toMatchObject({ type: 'audio', audio: { link: 'https://a.example/a.ogg' } })
  expect(composeMessage({}, media, '')).not.toHaveProperty('audio.caption')
  const template = { type: 'template', text: '', template: { name: 'hello', language: 'en', positional: [] } }
  expect(composeMessage({}, template, '')).toHaveProperty('template', { name: 'hello', language: { code: 'en' } })
})
