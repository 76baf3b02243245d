import type { AgentTest } from '@replywright/contract/agent-tests.ts'
import type { ProvedConversation, SimulatedCustomer } from '@replywright/contract/proofs.ts'
import type { ProofPart, ProofTask } from './proof-entity.ts'

/** Returns a conversation of a proof before it is played. */
export function queuedPart(input: ProofTask, part: ProofPart): ProvedConversation {
  const customer = customerOf(input, part)
  return {
    conversationId: part.conversationId,
    state: 'queued',
    problem: null,
    changed: false,
    turns: [],
    stopped: null,
    calls: { added: [], lost: [], made: [] },
    handedOver: { then: false, now: false },
    verdicts: [],
    tokens: { then: 0, now: 0 },
    usd: { then: 0, now: 0 },
    customer: part.customer ?? null,
    run: part.run ?? null,
    name: testOf(input, part)?.name ?? null,
    persona: customer?.persona ?? null,
    goal: customer?.goal ?? null,
    reached: null,
    end: null,
    passed: null,
    reasons: [],
  }
}

/** Returns a conversation of a proof that could not be played. */
export function failedPart(input: ProofTask, part: ProofPart, problem: string): ProvedConversation {
  const isSimulated = customerOf(input, part) !== undefined
  return {
    ...queuedPart(input, part),
    state: 'failed',
    problem,
    passed: false,
    reached: isSimulated ? false : null,
    reasons: [{ turn: null, text: problem }],
  }
}

/** Returns the simulated customer of a conversation; undefined for a real one, and for a test with the customer's turns. */
export function customerOf(input: ProofTask, part: ProofPart): SimulatedCustomer | undefined {
  if (input.kind === 'replay' || part.customer === undefined) return undefined
  if (input.kind !== 'tests') return input.customers[part.customer]
  const test = testOf(input, part)
  if (!test || !('customer' in test)) return undefined
  const { says: _, ...expected } = test.expect
  return { ...test.customer, expect: expected, tools: test.tools }
}

/** Returns the saved test of a conversation; undefined in other proofs. */
export function testOf(input: ProofTask, { customer }: ProofPart): AgentTest | undefined {
  return input.kind === 'tests' && customer !== undefined ? input.tests[customer] : undefined
}
