import type { AgentDraftItem } from '../../agents/draft/draft-entity.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import { viewProofRule } from '../../people/organizations/proof-rule.ts'
import { conflict } from '../../platform/errors.ts'
import { ProofEntity, type ProofItem } from './proof-entity.ts'

const LATEST = 20

/**
 * Checks that the last proof of exactly this draft has passed, if the published agent or its organisation requires it.
 * @throws ServiceError 409 with what to do
 */
export async function assertProved({ head, settings }: StoredAgent, { version }: AgentDraftItem): Promise<void> {
  const { organizationId, id: agentId } = head
  const isOfAll = settings.requiresProof ? false : (await viewProofRule(organizationId)).requiresProof
  if (!settings.requiresProof && !isOfAll) return
  const { data } = await ProofEntity.query
    .byAgent({ organizationId, agentId })
    .go({ order: 'desc', limit: LATEST, consistent: true })
  const problem = problemOf(data, version)
  if (problem !== undefined)
    throw conflict('proof_required', `The ${isOfAll ? 'organisation' : 'agent'} requires a proof. ${problem}`)
}

type Judged = Pick<ProofItem, 'state' | 'passed' | 'draft' | 'version'>

/** Returns why a draft may not be published yet, and what to do; undefined if it may. `proofs` are the latest first. */
export function problemOf(proofs: readonly Judged[], version: number): string | undefined {
  const last = proofs.find((proof) => proof.draft && proof.version === version)
  if (!last) return 'This draft was not proved since its last change. Prove it first: POST /api/v1/agents/{id}/proofs/.'
  if (last.state === 'queued' || last.state === 'running') return 'Its last proof is still running. Wait for its end.'
  if (last.passed === undefined)
    return 'Its last proof played no conversation. Prove it with customers or another period.'
  return last.passed ? undefined : 'Its last proof did not pass. Change the draft and prove it again.'
}
