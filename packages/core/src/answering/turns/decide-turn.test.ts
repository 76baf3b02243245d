import { describe, expect, test } from 'vitest'
import type { StoredAgent } from '../../agents/find-agent.ts'
import { outTo } from '../../platform/outbox/out.ts'
import { decideOpening, decideReply, MOST_RUNS, type OpeningFacts, type ReplyFacts } from './decide-turn.ts'

const NOW = 1_795_167_600_000
const since = { lastMessageId: 'm1', inboundTakenAt: 1 }
const written = { lastMessageId: 'm2', inboundTakenAt: 2 }
const wakeUp = {
  organizationId: 'o',
  conversationId: 'c',
  id: 'w',
  agentId: 'ada',
  configId: 'k',
  reason: 'Ask again',
  fireAt: 1,
  expiresAt: 1,
  out: outTo('turns', 'c', { kind: 'wakeUp', organizationId: 'o', conversationId: 'c', wakeUpId: 'w' }),
  ...since,
}
const open = { status: 'open' as const }

describe('the opening of a turn', () => {
  const facts: OpeningFacts = {
    judgement: { kind: 'reply' },
    turn: null,
    wakeUp: undefined,
    conversation: since,
    isRestricted: false,
    now: NOW,
  }
  const none = (reason: 'human_needed' | 'routed_away') => ({ judgement: { kind: 'none', reason } as const })
  const later = { judgement: { kind: 'later', until: NOW + 9500 } as const }

  test.each<[string, Partial<OpeningFacts>, object]>([
    ['that the agent may answer', {}, { kind: 'continue' }],
    ['routed away', none('routed_away'), { kind: 'skip', reason: 'routed_away' }],
    ['for a person', none('human_needed'), { kind: 'skip', reason: 'human_needed' }],
    [
      'that asked for the person itself',
      { ...none('human_needed'), turn: { ...open, handoff: '{}' } },
      { kind: 'continue' },
    ],
    [
      'routed away after it asked for a person',
      { ...none('routed_away'), turn: { ...open, handoff: '{}' } },
      { kind: 'skip', reason: 'routed_away' },
    ],
    ['while the model rests', later, { kind: 'end' }],
    ['of a wake-up while the model rests', { ...later, wakeUp }, { kind: 'wait', seconds: 10 }],
    [
      'of a wake-up while the model rests for long',
      { judgement: { kind: 'later', until: NOW + 60_000 }, wakeUp },
      { kind: 'wait', seconds: 15 },
    ],
    [
      'of a wake-up while the model rests, after the customer wrote',
      { ...later, wakeUp, conversation: written },
      { kind: 'end' },
    ],
    ['that has begun while the model rests', { ...later, turn: open }, { kind: 'continue' }],
    ['on a restricted number', { isRestricted: true }, { kind: 'hold' }],
    ['on a restricted number, with steps', { isRestricted: true, turn: open }, { kind: 'hold' }],
    [
      'on a restricted number, whose reply is stored',
      { isRestricted: true, turn: { ...open, reply: '[]' } },
      { kind: 'continue' },
    ],
  ])('%s', (_, more, expected) => {
    expect(decideOpening({ ...facts, ...more })).toEqual(expected)
  })
})

describe('the reply of a turn', () => {
  const agentOf = (
    id: string,
    wakeUpConfigs: object[] = [{ id: 'k', enabled: true, description: 'Ask', forceMessage: false }],
  ) =>
    // Decisions read nothing else of an agent.
    Object.assign(Object.create(null), { head: { id }, settings: { wakeUpConfigs } }) satisfies StoredAgent
  const [ada, bob] = [agentOf('ada'), agentOf('bob')]
  const out = outTo('turns', 'c', { kind: 'turn', organizationId: 'o', conversationId: 'c', messageId: 'm1' })
  const facts: ReplyFacts = {
    turn: null,
    question: { out },
    wakeUp: undefined,
    conversation: since,
    begun: null,
    inForce: ada,
    limit: undefined,
  }
  const woken = { question: undefined, wakeUp }

  test.each<[string, Partial<ReplyFacts>, object]>([
    ['to a message', {}, { kind: 'reply', agent: ada, mustWrite: true }],
    ['to a message that is gone', { question: undefined }, { kind: 'reply', agent: ada, mustWrite: true }],
    ['that a turn has given', { question: { turnId: 't' } }, { kind: 'end' }],
    ['that another turn gives', { question: { out, turnId: 't' } }, { kind: 'skip', reason: 'human_answered' }],
    ['without an agent', { inForce: null }, { kind: 'skip', reason: 'no_agent' }],
    [
      'of the agent that began, though another one is in force',
      { begun: ada, inForce: bob },
      { kind: 'reply', agent: ada, mustWrite: true },
    ],
    ['of an agent at its limit', { limit: 'Too much' }, { kind: 'hand-over', reason: 'Too much' }],
    ['after as many interrupted runs as may be', { turn: { ...open, runs: MOST_RUNS } }, { kind: 'fail' }],
    [
      'after one interrupted run less',
      { turn: { ...open, runs: MOST_RUNS - 1 } },
      { kind: 'reply', agent: ada, mustWrite: true },
    ],
    [
      'that is stored, after interrupted runs',
      { turn: { ...open, runs: MOST_RUNS, reply: '[]' } },
      { kind: 'reply', agent: ada, mustWrite: true },
    ],
    [
      'of a turn that failed and is redriven',
      { turn: { status: 'given-up', runs: MOST_RUNS } },
      { kind: 'reply', agent: ada, mustWrite: true },
    ],
    [
      'to a wake-up',
      woken,
      { kind: 'reply', agent: ada, instruction: expect.stringContaining('Ask'), mustWrite: false },
    ],
    [
      'to a wake-up after the customer wrote',
      { ...woken, conversation: written },
      { kind: 'skip', reason: 'customer_wrote' },
    ],
    [
      'to a wake-up that began before it wrote itself',
      { ...woken, conversation: written, begun: ada },
      { kind: 'reply', agent: ada, instruction: expect.any(String), mustWrite: false },
    ],
    ['to a wake-up of another agent', { ...woken, inForce: bob }, { kind: 'skip', reason: 'other_agent' }],
    [
      'to a wake-up that is configured no more',
      { ...woken, inForce: agentOf('ada', []) },
      { kind: 'skip', reason: 'not_configured' },
    ],
  ])('%s', (_, more, expected) => {
    expect(decideReply({ ...facts, ...more })).toEqual(expected)
  })
})
