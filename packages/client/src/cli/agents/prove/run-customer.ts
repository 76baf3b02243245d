import type { Api } from '../../connection.ts'
import type { Io } from '../../io.ts'
import type { Result } from '../test/run-tests.ts'
import type { CustomerCase, TestFile } from '../test/test-file.ts'
import { assertDone, reasonsOf, runProof } from './run-proof.ts'

/** What a proof allows. */
const MOST_RUNS = 20

/** Runs a test with a simulated customer: a proof of the service. `says` are its criteria. */
export async function runCustomer(
  { agentId, runs, mustPass, draft = false }: Pick<TestFile, 'agentId' | 'runs' | 'mustPass' | 'draft'>,
  { name, customer, expect: { says, ...expected }, tools }: CustomerCase,
  api: Api,
  io: Io,
): Promise<Result> {
  const startedAt = io.timing.now()
  const input = {
    kind: 'customers',
    customers: [{ ...customer, expect: expected }],
    tools,
    runs: Math.min(runs, MOST_RUNS),
    mustPass: Math.min(mustPass, MOST_RUNS),
    criteria: says,
    draft,
  }
  const proof = await runProof(api, io, agentId, input)
  assertDone(proof)
  const { conversations, customers } = proof
  const power = customers[0]?.passPower ?? []
  return {
    name,
    passed: proof.passed === true,
    runs: conversations.length,
    passedRuns: conversations.filter(({ passed }) => passed).length,
    tokens: conversations.reduce((sum, { tokens }) => sum + tokens.now, 0),
    seconds: (io.timing.now() - startedAt) / 1000,
    reasons: [
      ...conversations.flatMap((conversation) =>
        reasonsOf(conversation).map((reason) => (runs > 1 ? `run ${conversation.run}, ${reason}` : reason)),
      ),
      ...(power.length > 1 && proof.passed !== true ? [powerLine(power)] : []),
    ],
  }
}

/** Returns pass^k in words: the probability that k runs all pass. */
export function powerLine(power: readonly number[]): string {
  return power.map((probability, index) => `pass^${index + 1} ${Math.round(probability * 100)} %`).join(', ')
}
