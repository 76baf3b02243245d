import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const message = { type: 'text', text: 'Hi', sentAt: 5 }
const file = (mimeType: string) => ({ ...message, type: 'media', text: '', media: [{ mimeType }] })

test.each([
  [{ ...message, direction: 'inbound' as const }, 'customer', 'text'],
  [{ ...message, direction: 'inbound' as const, type: 'image', text: '' }, 'customer', 'image'],
  [{ ...message, direction: 'outbound' as const, role: 'assistant' as const }, 'agent', 'text'],
  [{ ...message, direction: 'outbound' as const, role: 'human' as const }, 'person', 'text'],
  [{ ...file('image/png'), direction: 'outbound' as const }, 'person', 'image'],
  [{ ...file('application/pdf'), direction: 'outbound' as const }, 'person', 'document'],
])('shows %o as from %s, of type %s', (stored, lastMessageBy, lastMessageType) => {
  expect(previewOf(stored)).toEqual({ lastMessage: stored.text, lastMessageAt: 5, lastMessageBy, lastMessageType })
})
