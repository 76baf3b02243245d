import * as v from 'valibot'
import type { Api } from '../../connection.ts'
import { CliError, type Io } from '../../io.ts'

const POLL_MS = 2_000

const Conversation = v.object({
  conversationId: v.string(),
  state: v.string(),
  problem: v.nullable(v.string()),
  changed: v.boolean(),
  passed: v.nullable(v.boolean()),
  goal: v.nullable(v.string()),
  run: v.nullable(v.number()),
  tokens: v.object({ now: v.number() }),
  reasons: v.array(v.object({ turn: v.nullable(v.number()), text: v.string() })),
})
const Proof = v.object({
  id: v.string(),
  state: v.picklist(['queued', 'running', 'done', 'failed']),
  problem: v.nullable(v.string()),
  passed: v.nullable(v.boolean()),
  total: v.number(),
  finished: v.number(),
  usd: v.number(),
  whatChanged: v.string(),
  customers: v.array(v.object({ passPower: v.array(v.number()) })),
  conversations: v.array(Conversation),
})
export type Proof = v.InferOutput<typeof Proof>

/**
 * Starts a proof and waits for its end. Calls `onProgress` when more conversations are finished. Ctrl-C stops the proof.
 * @throws CliError if the API refuses it
 */
export async function runProof(
  api: Api,
  { timing, signal }: Pick<Io, 'timing' | 'signal'>,
  agentId: string,
  input: object,
  onProgress: (proof: Proof) => void = () => {},
  stop: (target: string) => Promise<void> = async () => {},
): Promise<Proof> {
  const target = `/api/v1/agents/${encodeURIComponent(agentId)}/proofs/`
  let proof = v.parse(Proof, (await api({ method: 'POST', target, body: input })).body)
  const own = `${target}${proof.id}/`
  try {
    while (proof.state === 'queued' || proof.state === 'running') {
      await timing.sleep(POLL_MS, signal)
      const { finished } = proof
      proof = v.parse(Proof, (await api({ method: 'GET', target: own })).body)
      if (proof.finished > finished) onProgress(proof)
    }
  } catch (error) {
    await stop(`${own}stop/`)
    throw error
  }
  return proof
}

/** Returns the reasons of a conversation, each with its turn from 1. */
export function reasonsOf({
  problem,
  reasons,
}: Pick<v.InferOutput<typeof Conversation>, 'problem' | 'reasons'>): string[] {
  const told = reasons.map(({ turn, text }) => (turn === null ? text : `turn ${turn + 1}: ${text}`))
  return told.length > 0 || problem === null ? told : [problem]
}

/** @throws CliError if the proof did not run to its end */
export function assertDone({ state, problem }: Pick<Proof, 'state' | 'problem'>): void {
  if (state === 'failed') throw new CliError(problem ?? 'The proof failed.')
}
