import type { MergeMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AuditEntity } from '../../platform/audit/audit-entity.ts'
import { newEntry } from '../../platform/audit/audit-log.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { moveMerged } from './move-merged.ts'
import { MergedEntity } from './moved-entity.ts'

/**
 * Processes the message of a merge: moves what belongs to a customer, or a conversation, that continues as another one.
 * The merge itself has sent the message, so that no crash after it leaves anything behind. Idempotent.
 */
export async function finishMerge({ organizationId, id }: MergeMessage, now: EpochMs): Promise<void> {
  await moveMerged(organizationId, id, now)
  await recordMerge(organizationId, id)
  await MergedEntity.patch({ organizationId, id }).remove(['out']).go({ returnOnConditionCheckFailure: true })
  log('customer.merge_finished', { organizationId })
}

/** Stores the merge of a customer that no person made in the audit log, once: the id derives from the merge. */
async function recordMerge(organizationId: string, id: string): Promise<void> {
  const { data: merged } = await MergedEntity.get({ organizationId, id }).go({ consistent: true })
  // A conversation has a session.
  if (merged?.at === undefined || merged.session !== undefined || merged.byHand) return
  const change = { organizationId, action: 'merge_automatically', object: 'customer', objectId: merged.to } as const
  const entry = newEntry(change, derivedTimeId(merged.at, 'merge', organizationId, id))
  await AuditEntity.create({ ...entry, outcome: 'done' }).go({ returnOnConditionCheckFailure: true })
}
