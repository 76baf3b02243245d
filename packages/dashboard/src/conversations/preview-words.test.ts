import { expect, test } from 'vitest'
import { previewText } from './preview-words.ts'

const last = { lastMessage: '', lastMessageAt: '2026-11-22T12:00:00.000Z', lastMessageType: 'text' }

test.each([
  [{ lastMessage: 'Hello\n  there ' }, 'Hello there'],
  [{ lastMessage: 'A caption', lastMessageType: 'image' }, 'A caption'],
  [{ lastMessageType: 'image' }, 'Photo'],
  [{ lastMessageType: 'template' }, 'Template'],
  [{ lastMessageType: 'unknown_type' }, 'Message without text'],
  [{ lastMessageType: null }, 'Message without text'],
  [{ lastMessageAt: null, lastMessageType: null }, 'No messages yet'],
])('previews %o as %s', (message, text) => {
  expect(previewText({ ...last, ...message })).toBe(text)
})
