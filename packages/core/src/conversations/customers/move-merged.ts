import type { EpochMs } from '@replywright/contract/time.ts'
import { type ConversationItem, findConversation } from '../conversation-entity.ts'
import { setChoice } from '../opt-out.ts'
import { requestArming } from '../service-window/arming-entity.ts'
import { needsArming } from '../service-window/window.ts'
import { findCustomerItem } from './load-identity.ts'
import { MergeRecordEntity } from './merge-record-entity.ts'
import { moveMemory } from './move-memory.ts'
import { currentId, MergedEntity } from './moved-entity.ts'
import { movedItem } from './moved-item.ts'
import { choiceNames } from './names.ts'
import { itemsOf, keyOf, partitionOf, transferItem } from './transfer-item.ts'

/** Moves what belongs to a customer, or a conversation, that was merged: memory, and items of the partition. Idempotent. */
export async function moveMerged(organizationId: string, id: string, now: EpochMs): Promise<void> {
  const key = { organizationId, id }
  const { data: merged } = await MergedEntity.get(key).go({ consistent: true })
  if (!merged) return
  const to = await currentId(organizationId, id)
  if (merged.byHand) await applyChoice(organizationId, id, to)
  await moveMemory(organizationId, id, { to, byHand: merged.byHand, now })
  const target = await findConversation(organizationId, to)
  if (!target) return
  const move = {
    from: id,
    to,
    pk: partitionOf(organizationId, to),
    session: target.sessionId,
    last: { session: merged.session, messageId: merged.lastMessageId },
    messageId: target.lastMessageId,
    takenAt: target.inboundTakenAt,
    isWatched: target.watchedSession === target.sessionId,
    byHand: merged.byHand,
  }
  // An undo may come first.
  const guard = merged.byHand ? keyOf(MergedEntity.get(key).params()) : undefined
  for await (const item of itemsOf(partitionOf(organizationId, id))) {
    const moved = movedItem(item, move)
    if (moved && !(await transferItem(item, moved, guard))) return
  }
  await watchMoved(target, id, now)
}

/** Sets the choice about marketing that two customers have as one, as the merge decided it. */
async function applyChoice(organizationId: string, id: string, to: string): Promise<void> {
  const [{ data: record }, customer] = await Promise.all([
    MergeRecordEntity.get({ organizationId, id }).go({ consistent: true }),
    findCustomerItem(organizationId, to),
  ])
  if (record?.choice && customer) await setChoice(organizationId, choiceNames(customer), record.choice)
}

/** Watches the service window of a conversation: the schedule of the one that ended can have been the only one. */
export async function watchMoved(target: ConversationItem, origin: string, now: EpochMs): Promise<void> {
  if (needsArming(target, now)) await requestArming(target, { messageId: origin }, now)
}
