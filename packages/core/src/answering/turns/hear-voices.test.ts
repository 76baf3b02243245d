import { afterEach, expect, test, vi } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { hearVoices } from './hear-voices.ts'

vi.mock('../../platform/log/log.ts', () => ({ log: () => {} }))

afterEach(() => {
  vi.useRealTimers()
})

const ids = Array.from({ length: 12 }, (_, index) => String(index))
const messages = ids.map(
  (id): MessageItem => ({
    organizationId: 'o',
    conversationId: 'c',
    id,
    direction: 'inbound',
    type: 'audio',
    text: '',
    waId: '',
    sentAt: 0,
    takenAt: 0,
    expiresAt: 1,
  }),
)

/** Returns the ids of the messages that were opened, and how many were open at once at most. */
async function opened(open: (id: string) => Promise<void>, signal = new AbortController().signal) {
  const heard: string[] = []
  let [now, most] = [0, 0]
  const transcript = await hearVoices({ messages, cut: false }, ids, { signal, clock: () => 0 }, async ({ id }) => {
    heard.push(id)
    now += 1
    most = Math.max(most, now)
    await open(id)
    now -= 1
    return undefined
  })
  expect(transcript.messages).toEqual(messages)
  return { heard, most }
}

test('at most four voice messages are in memory at once', async () => {
  expect(await opened(() => new Promise((resolve) => setImmediate(resolve)))).toEqual({ heard: ids, most: 4 })
})

test('voice messages that could not begin in time stay without a transcript', async () => {
  vi.useFakeTimers()
  const { heard } = await opened(async (id) => {
    if (id === '7') vi.advanceTimersByTime(40_001)
  })
  expect(heard).not.toContain('11')
  expect(heard.length).toBeGreaterThanOrEqual(8)
})

test('no voice message is heard after the end of the turn', async () => {
  expect(await opened(async () => {}, AbortSignal.abort())).toEqual({ heard: [], most: 0 })
})
