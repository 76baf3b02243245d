import { describe, expect, test } from 'vitest'
import { countedWith, isCounted, isNewest } from './advance-inbound.ts'

const S = 1_795_167_600_000
const message = (n: number, sentAt = S, takenAt = S + n) => ({
  id: `01a2b3c4-d5e6-8000-8000-${String(n).padStart(12, '0')}`,
  sentAt,
  takenAt,
})
/** Returns a conversation that has counted these messages. */
function after(...messages: readonly ReturnType<typeof message>[]) {
  let conversation: Parameters<typeof isNewest>[0] = {}
  for (const one of messages) {
    const newest = isNewest(conversation, one) && { lastInboundAt: one.sentAt, lastMessageId: one.id }
    conversation = { ...conversation, ...countedWith(conversation, one), ...newest }
  }
  return conversation
}

describe('a repeat', () => {
  const [first, second, third] = [message(1), message(2), message(3, S - 60_000)]

  test('of a counted message is counted, also if a later one came in the same second, or it came late', () => {
    for (const repeated of [first, second, third])
      expect(isCounted(after(first, second, third), repeated, false)).toBe(true)
  })

  test('of a message that was stored only is counted once', () => {
    expect(isCounted({}, first, false)).toBe(false)
    expect(isCounted(after(second), first, false)).toBe(false)
    expect(isCounted(after(second, first), first, false)).toBe(true)
  })

  test('of a message that the conversation has forgotten changes nothing', () => {
    const more = Array.from({ length: 20 }, (_, n) => message(10 + n))
    expect(isCounted(after(first, ...more), first, false)).toBe(true)
  })

  test('whose first write was not acknowledged is counted, after any number of others', () => {
    const more = Array.from({ length: 20 }, (_, n) => message(10 + n))
    expect(isCounted(after(...more), message(99), false)).toBe(false)
    expect(isCounted(after(...more), message(9, S + 1000, S), false)).toBe(false)
  })
})

test('a new message is not counted, however late', () => {
  const more = Array.from({ length: 20 }, (_, n) => message(10 + n))
  expect(isCounted(after(...more), message(1, S - 60_000, S), true)).toBe(false)
})

test('the newest message has the latest time of the provider, and was received last in its second', () => {
  expect(isNewest({}, message(1))).toBe(true)
  expect(isNewest(after(message(2)), message(1))).toBe(false)
  expect(isNewest(after(message(1)), message(2))).toBe(true)
  expect(isNewest(after(message(1)), message(2, S - 1000))).toBe(false)
})

test('the time of the last receipt never goes back', () => {
  expect(countedWith({ inboundTakenAt: S + 9, counted: ['b'] }, message(1))).toEqual({
    inboundTakenAt: S + 9,
    counted: ['000000000001', 'b'],
  })
})
