import { describe, expect, test } from 'vitest'
import { overdueTurn } from './reconcile.ts'

const NOW = 1_795_167_600_000
const MINUTE = 60_000
const TIMES = { now: NOW, dueBefore: NOW - 10 * MINUTE }

describe('a message', () => {
  const turn = { q: 'turns', g: 'conversation', b: '{"kind":"turn"}' } as const
  const unanswered = { takenAt: NOW - 11 * MINUTE, out: turn }

  test('that has no turn is overdue', () => {
    expect(overdueTurn(unanswered, TIMES)).toEqual({ q: 'turns', g: 'conversation', b: '{"kind":"turn"}' })
  })

  test.each([
    ['that is recent', { ...unanswered, takenAt: NOW - 10 * MINUTE }],
    ['that has a turn', { ...unanswered, turnId: 'turn' }],
    ['that no agent replies to', { takenAt: unanswered.takenAt }],
    ['that is older than the service window', { ...unanswered, takenAt: NOW - 24 * 60 * MINUTE - 1 }],
  ])('%s is not overdue', (_, message) => {
    expect(overdueTurn(message, TIMES)).toBeUndefined()
  })
})
