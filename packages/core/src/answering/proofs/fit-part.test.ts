import { expect, test } from 'vitest'
import { fitPart, LARGEST_PART } from './fit-part.ts'

const part = (turns: number, text: string, calls = 0) => {
  const call = { name: 'n'.repeat(64), arguments: JSON.stringify({ text }), turn: 0, result: 'none' as const }
  const all = Array.from({ length: calls }, () => call)
  return {
    conversationId: 'c',
    state: 'done' as const,
    problem: null,
    changed: true,
    turns: Array.from({ length: turns }, () => ({
      customer: text,
      then: text,
      now: text,
      thenBy: 'agent' as const,
      changed: true,
      problem: null,
      files: Array.from({ length: calls / 100 }, () => ({
        messageId: 'm'.repeat(36),
        mimeType: 'image/png',
        filename: text,
        problem: null,
      })),
    })),
    stopped: null,
    calls: { added: all, lost: all, made: all },
    handedOver: { then: false, now: false },
    verdicts: [],
    tokens: { then: 0, now: 0 },
    usd: { then: 0, now: 0 },
    customer: null,
    run: null,
    name: null,
    persona: null,
    goal: null,
    reached: null,
    end: null,
    passed: null,
    reasons: [],
  }
}

test('a usual conversation stays', () => {
  const usual = part(10, 'word '.repeat(60), 10)
  expect(fitPart(usual)).toEqual(usual)
})

test.each([
  ['long texts', part(20, '好'.repeat(4096))],
  ['many calls', part(20, 'x', 2000)],
  ['both', part(20, '"\\\n'.repeat(1300), 2000)],
])('%s are cut', (_, large) => {
  const fitting = fitPart(large)
  expect(JSON.stringify(fitting).length).toBeLessThanOrEqual(LARGEST_PART)
  expect(fitting.turns).toHaveLength(20)
})
