import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention.ts'
import { transact } from '../../platform/table/transact.ts'
import { ProofBodyEntity, storedInput } from './proof-body-entity.ts'
import { PROOF_DAYS, ProofEntity, type ProofItem, proofOut } from './proof-entity.ts'

/** A proof to start. `task` is stored as JSON: its times are texts, as a caller sends them. */
interface NewProof {
  readonly organizationId: string
  readonly agentId: string
  readonly id: string
  readonly kind: ProofItem['kind']
  readonly task: object
  /** Whether the draft answers, and its revision or that of the published agent. */
  readonly draft: boolean
  readonly version: number
}

/** Stores a proof and sends its first message, once for each `id`. */
export async function startProof(
  { organizationId, agentId, id, kind, task, draft, version }: NewProof,
  now: EpochMs,
): Promise<void> {
  const { messageDays } = await recentRetention(organizationId, now)
  const expiresAt = expiryAfter(now, Math.min(PROOF_DAYS, messageDays))
  const key = { organizationId, agentId, id }
  const item = {
    ...key,
    kind,
    state: 'queued' as const,
    draft,
    version,
    total: 0,
    finished: 0,
    microUsd: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    out: proofOut(key),
  }
  // A repeated request finds the proof of the first one.
  const isNew = await transact({ proofs: ProofEntity, bodies: ProofBodyEntity }, ({ proofs, bodies }) => [
    proofs.create(item).commit(),
    bodies
      .create({ organizationId, proofId: id, input: JSON.stringify(task), format: storedInput.format, expiresAt })
      .commit(),
  ])
  if (isNew) log('proof.created', { organizationId, agentId, proofId: id, kind })
}
