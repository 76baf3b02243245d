import { expect, test } from 'vitest'
import { chatItems } from './chat-items.ts'
import { aMessage } from './testing.ts'
import { unseenMessages } from './unseen-messages.ts'

const items = chatItems([aMessage('1'), aMessage('2'), aMessage('3', { createdAt: '2026-11-23T12:00:00.000Z' })], [])

test.each([
  ['3', 0],
  ['2', 1],
  ['1', 2],
  ['gone', 0],
  [undefined, 0],
])('after %s, %i messages are new', (lastSeen, count) => {
  expect(unseenMessages(items, lastSeen)).toBe(count)
})
