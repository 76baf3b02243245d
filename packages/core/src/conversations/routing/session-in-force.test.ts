import { describe, expect, test } from 'vitest'
import { sessionInForce } from './session-in-force.ts'

const conversation = { id: 'C', agentId: 'own', sessionId: 'S' }

describe('the session in force', () => {
  test.each([
    ['without any epoch it is its own', {}, {}, 'own'],
    ['an epoch gives it the agent of the epoch', { epoch: 1, epochAgentId: 'A' }, {}, 'A'],
    ['an epoch without an agent clears it', { epoch: 1 }, {}, undefined],
    ['chosen in the epoch it is its own', { epoch: 1, epochAgentId: 'A' }, { numberEpoch: 1 }, 'own'],
    ['the next epoch applies again', { epoch: 2, epochAgentId: 'B' }, { numberEpoch: 1 }, 'B'],
    ['chosen in a later epoch than was read it is its own', { epoch: 1, epochAgentId: 'A' }, { numberEpoch: 2 }, 'own'],
  ] as const)('%s', (_, number, chosen, agentId) => {
    expect(sessionInForce(number, { ...conversation, ...chosen }).agentId).toBe(agentId)
  })

  test('an epoch drops the session, and the new one is the same at each reading', () => {
    const first = sessionInForce({ epoch: 1 }, conversation)
    expect(first.sessionId).not.toBe('S')
    expect(sessionInForce({ epoch: 1 }, conversation)).toEqual(first)
    expect(sessionInForce({ epoch: 1 }, first)).toBe(first)
    expect(sessionInForce({ epoch: 2 }, conversation).sessionId).not.toBe(first.sessionId)
    expect(sessionInForce({ epoch: 1 }, { ...conversation, id: 'D' }).sessionId).not.toBe(first.sessionId)
  })
})
