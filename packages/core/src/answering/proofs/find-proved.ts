import type { ProofInput } from '@replywright/contract/proofs.ts'
import { findDraft } from '../../agents/draft/drafts.ts'
import { findAgent, type StoredAgent } from '../../agents/find-agent.ts'

/** Returns an agent as it is proved: with the fields of its draft if they are wanted. Null if it was deleted. */
export async function findProved(
  organizationId: string,
  agentId: string,
  { draft: wantsDraft }: Pick<ProofInput, 'draft'>,
): Promise<{ readonly agent: StoredAgent; readonly draft: boolean; readonly version: number } | null> {
  const live = await findAgent(organizationId, agentId)
  if (!live) return null
  const drafted = wantsDraft ? await findDraft(live) : undefined
  return drafted
    ? { agent: drafted.agent, draft: true, version: drafted.draft.version }
    : { agent: live, draft: false, version: live.version }
}
