import { describe, expect, test } from 'vitest'
import { sessionInForce } from './session-in-force.ts'

const conversation = { id: 'C', agentId: 'own', sessionId: 'S' }

describe('the effective session', () => {
  test.each([
    ['is its own without an epoch', {}, {}, 'own'],
    ['has the agent of the epoch', { epoch: 1, epochAgentId: 'A' }, {}, 'A'],
    ['has no agent if the epoch has none', { epoch: 1 }, {}, undefined],
    ['is its own if it was chosen in the epoch', { epoch: 1, epochAgentId: 'A' }, { numberEpoch: 1 }, 'own'],
    ['has the agent of the next epoch', { epoch: 2, epochAgentId: 'B' }, { numberEpoch: 1 }, 'B'],
    [
      'is its own if it was chosen in a later epoch than the one read',
      { epoch: 1, epochAgentId: 'A' },
      { numberEpoch: 2 },
      'own',
    ],
  ] as const)('%s', (_, number, chosen, agentId) => {
    expect(sessionInForce(number, { ...conversation, ...chosen }).agentId).toBe(agentId)
  })

  test('is a new session after an epoch, the same at each read', () => {
    const first = sessionInForce({ epoch: 1 }, conversation)
    expect(first.sessionId).not.toBe('S')
    expect(sessionInForce({ epoch: 1 }, conversation)).toEqual(first)
    expect(sessionInForce({ epoch: 1 }, first)).toBe(first)
    expect(sessionInForce({ epoch: 2 }, conversation).sessionId).not.toBe(first.sessionId)
    expect(sessionInForce({ epoch: 1 }, { ...conversation, id: 'D' }).sessionId).not.toBe(first.sessionId)
  })
})
