import type { ProvedConversation } from '@replywright/contract/proofs.ts'
import { expect, test } from 'vitest'
import { differenceOf, pairsOf } from './compare-proofs.ts'

const NAMES = { before: 'the published agent', after: 'The draft' }

const played = (id: string, passed: boolean | null, more: Partial<ProvedConversation> = {}): ProvedConversation => ({
  conversationId: id,
  state: passed === null ? 'queued' : 'done',
  problem: null,
  changed: false,
  turns: [],
  stopped: null,
  calls: { added: [], lost: [], made: [] },
  handedOver: { then: false, now: false },
  verdicts: [],
  tokens: { then: 0, now: 0 },
  usd: { then: 0, now: 0 },
  customer: null,
  run: null,
  persona: null,
  name: null,
  goal: null,
  reached: null,
  end: null,
  passed,
  reasons: [],
  ...more,
})
const proof = (usd: number, ...conversations: readonly ProvedConversation[]) => ({
  conversations: [...conversations],
  totals: null,
  usd,
})
const customer = (id: string, passed: boolean, run: number, goal = 'g') =>
  played(id, passed, { customer: 0, run, persona: 'p', goal })
const polite = (now: boolean) => ({ verdicts: [{ criterion: 'Is polite.', then: null, now, reason: '' }] })

test('simulated customers are the same by their position, run and description, real ones by their id', () => {
  const before = proof(0, customer('1', true, 1), customer('2', true, 2), played('a', true), played('b', null))
  const after = proof(0, customer('3', false, 1), customer('4', true, 2, 'other'), played('a', true), played('b', true))
  expect(pairsOf(before, after).map((pair) => [pair.before.conversationId, pair.after.conversationId])).toEqual([
    ['1', '3'],
    ['a', 'a'],
  ])
})

test.each([
  [
    'nothing in common',
    proof(1, played('a', true)),
    proof(1, played('b', true)),
    'The proofs have no conversation in common.',
  ],
  [
    'the same',
    proof(1, played('a', true)),
    proof(1, played('a', true)),
    'The draft and the published agent both pass 1 of 1 conversation.',
  ],
  [
    'better, worse and cheaper',
    proof(2, played('a', true), played('b', false), played('c', false)),
    proof(1, played('a', false), played('b', true), played('c', true)),
    'The draft passes 2 of 3 conversations, the published agent 1; 2 now pass; 1 no longer passes; it costs 50 % less.',
  ],
  [
    'as many, but others',
    proof(0, played('a', true), played('b', false)),
    proof(0, played('a', false), played('b', true)),
    'The draft and the published agent both pass 1 of 2 conversations; 1 now passes; 1 no longer passes.',
  ],
  [
    'a criterion, and hardly another price',
    proof(1, played('a', false, polite(false))),
    proof(1.001, played('a', true, polite(true))),
    'The draft passes 1 of 1 conversation, the published agent 0; 1 now passes; “Is polite.” is met in 1 instead of 0; it costs about the same.',
  ],
])('%s', (_, before, after, sentence) => {
  expect(differenceOf(before, after, NAMES)).toBe(sentence)
})
