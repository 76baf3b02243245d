import { expect, test } from 'vitest'
import { fitContent, mediaKind } from './fit-content.ts'
import type { Capabilities, OutboundContent } from './port.ts'
import { providerCapabilities } from './provider/capabilities.ts'

const plain: Capabilities = {
  ...providerCapabilities,
  hasTemplates: false,
  buttons: null,
  contentTypes: ['location'],
  longestText: 20,
  mediaKinds: ['image'],
}
const media = (mimeType: string, text = '') => ({
  type: 'media',
  text,
  media: [{ url: 'https://a.example/a', mimeType }],
})

test('numbers buttons if the channel has none', () => {
  const buttons: OutboundContent['buttons'] = [
    { type: 'quick_reply', text: 'Yes', quickReplyId: 'y' },
    { type: 'url', text: 'No', url: 'a:b' },
  ]
  const content = { type: 'buttons', text: 'Sure?', buttons }
  expect(fitContent(content, { ...plain, longestText: 99 })).toEqual({
    type: 'text',
    text: 'Sure?\n\n1. Yes\n2. No: a:b',
  })
  expect(fitContent(content, providerCapabilities)).toBe(content)
  expect(() => fitContent(content, plain)).toThrow('text.body: must have at most 20 characters')
})

test.each<[string, OutboundContent]>([
  ['type: the channel', { type: 'template', text: '', template: { name: 'hello', language: 'en' } }],
  ['files of the kind video', media('video/mp4')],
  ['no messages of the type contacts', { type: 'contacts', text: '', detail: [] }],
  ['text.body: must have at most 20 characters', { type: 'text', text: 'x'.repeat(21) }],
  ['media.caption: must have at most 20 characters', media('image/png', 'x'.repeat(21))],
])('refuses with "%s"', (message, content) => {
  expect(() => fitContent(content, plain)).toThrow(message)
})

test.each<[OutboundContent]>([
  [{ type: 'text', text: 'x'.repeat(20) }],
  [{ type: 'text', text: '😀'.repeat(20) }],
  [media('image/png')],
  [{ type: 'location', text: '', detail: {} }],
])('accepts %j', (content) => {
  expect(fitContent(content, plain)).toBe(content)
})

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
