import { expect, test } from 'vitest'
import { endOfConversation } from './remove-conversation.ts'

const NOW = 1_795_167_600_000
const SECONDS = NOW / 1000
const DAY = 86_400

test.each([
  ['the retention after it was created', {}, 0, SECONDS + 10 * DAY],
  ['the retention after its last message', { lastMessageAt: NOW + 5000 }, 0, SECONDS + 5 + 10 * DAY],
  ['a message from before the retention was shortened', {}, SECONDS + 30 * DAY, SECONDS + 30 * DAY],
  ['a schedule of its service window', { armed: NOW + 11 * DAY * 1000 }, 0, SECONDS + 11 * DAY],
  ['a takeover', { humanTakeoverUntil: NOW + 12 * DAY * 1000 }, 0, SECONDS + 12 * DAY],
])('a conversation is retained for %s', (_, conversation, messagesUntil, expected) => {
  expect(endOfConversation({ createdAt: NOW, ...conversation }, messagesUntil, 10)).toBe(expected)
})
