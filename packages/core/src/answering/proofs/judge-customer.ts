import type { CustomerExpectation, ProvedConversation } from '@replywright/contract/proofs.ts'

/** What happened in a conversation with a simulated customer. */
export interface CustomerOutcome {
  readonly turns: readonly Pick<ProvedConversation['turns'][number], 'now' | 'problem'>[]
  readonly calls: readonly { readonly name: string; readonly turn: number }[]
  readonly end: NonNullable<ProvedConversation['end']>
  /** Why the customer ended it. */
  readonly why: string
  /** What the agent used, in USD. */
  readonly usd: number
}

type Reasons = ProvedConversation['reasons']

/** Returns why a conversation does not meet what is expected, each with the turn that shows it; empty if it does. */
export function judgeCustomer(expected: CustomerExpectation, outcome: CustomerOutcome): Reasons {
  const { turns, calls, end, why, usd } = outcome
  const { reaches, doesNotSay, callsInOrder, endsWith, maxUsd } = expected
  const last = turns.length === 0 ? null : turns.length - 1
  const reached = end === 'goal_reached'
  return [
    ...(reached === reaches
      ? []
      : [
          {
            turn: last,
            text: reached
              ? 'The customer reached a goal that they must not reach.'
              : `The goal was not reached: ${why || end}`,
          },
        ]),
    ...turns.flatMap(({ now, problem }, turn) => [
      ...doesNotSay
        .filter((text) => now.toLowerCase().includes(text.toLowerCase()))
        .map((text) => ({ turn, text: `The reply says “${text}”.` })),
      ...(problem === null ? [] : [{ turn, text: problem }]),
    ]),
    ...missingCall(callsInOrder, calls, last),
    ...(endsWith === undefined || endsWith === end
      ? []
      : [{ turn: last, text: `The conversation ended with ${end} instead of ${endsWith}.` }]),
    ...(maxUsd === undefined || usd <= maxUsd
      ? []
      : [{ turn: last, text: `The agent used ${usd} USD, more than ${maxUsd}.` }]),
  ]
}

/** Returns the first expected call that does not follow the expected ones before it. */
function missingCall(expected: readonly string[], calls: CustomerOutcome['calls'], last: number | null): Reasons {
  let position = 0
  for (const name of expected) {
    const found = calls.findIndex((call, index) => index >= position && call.name === name)
    if (found < 0) {
      const made = calls.map((call) => call.name).join(', ') || 'no tool'
      return [
        { turn: last, text: `${name} was not called in the order ${expected.join(', ')}: the agent called ${made}.` },
      ]
    }
    position = found + 1
  }
  return []
}
