import type { ExamEstimate, ExamInput } from '@replywright/contract/exams.ts'
import type { Price } from '../../agents/models/prices.ts'

/** Tokens of a call: of the agent for a message, and of the model that plays the customer or judges. */
const AGENT = { input: 4000, output: 200 }
const TEST = { input: 1500, output: 60 }
const NIGHTS = 30

/** What exams are estimated from. */
interface Known {
  /** The prices of the agent's model and of the one that plays customers and judges; undefined if unknown. */
  readonly agentPrice: Price | undefined
  readonly testPrice: Price | undefined
  /** What the last exam with the same settings cost, in USD; undefined without one. */
  readonly lastUsd: number | undefined
}

interface Estimated extends Pick<ExamInput, 'runs' | 'sample' | 'maxUsd'> {
  readonly customers: readonly Pick<ExamInput['customers'][number], 'turns'>[]
  readonly criteria: readonly string[]
}

/** Returns what an exam costs, at most its limit. Each customer writes all their messages. */
export function estimateExam(
  { customers, runs, sample, criteria, maxUsd }: Estimated,
  { agentPrice, testPrice, lastUsd }: Known,
): ExamEstimate {
  const sampled = criteria.length === 0 ? 0 : sample
  const conversations = customers.length * runs + sampled
  if (lastUsd !== undefined) return { conversations, ...costs(Math.min(lastUsd, maxUsd)), basis: 'last_exam' }
  const messages = runs * customers.reduce((sum, { turns }) => sum + turns, 0)
  // The customer's model decides after the last message, too.
  const testCalls = messages + customers.length * runs + criteria.length * conversations
  if ((messages > 0 && !agentPrice) || (testCalls > 0 && !testPrice))
    return { conversations, usd: null, usdPerMonth: null, basis: 'assumed' }
  const microUsd = messages * microUsdOfCall(AGENT, agentPrice) + testCalls * microUsdOfCall(TEST, testPrice)
  return { conversations, ...costs(Math.min(microUsd / 1_000_000, maxUsd)), basis: 'assumed' }
}

function microUsdOfCall({ input, output }: typeof AGENT, price: Price | undefined): number {
  return price ? input * price.input + output * price.output : 0
}

function costs(usd: number): { readonly usd: number; readonly usdPerMonth: number } {
  return { usd: inCents(usd), usdPerMonth: inCents(usd * NIGHTS) }
}

/** Rounds up, so that a small cost is not shown as none. */
function inCents(usd: number): number {
  return Math.ceil(Math.round(usd * 1_000_000) / 10_000) / 100
}
