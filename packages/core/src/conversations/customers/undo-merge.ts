import type { UndoMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { newId } from '../../platform/clock.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { ConversationEntity } from '../conversation-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { Identity } from './identity.ts'
import { lastMergeOf } from './last-merge.ts'
import { findCustomerItem, loadIdentity } from './load-identity.ts'
import { MergedValueEntity, MergeRecordEntity, type MergeRecordItem, UndoneMergeEntity } from './merge-record-entity.ts'
import { currentId } from './moved-entity.ts'
import { type Pair, parted } from './part-conversations.ts'
import { conversationsOf, customerOf } from './read-record.ts'
import { returnMoved } from './return-moved.ts'
import { writeIdentity } from './write-identity.ts'

/** Attempts to undo a merge while messages arrive. */
const TRIES = 20

/**
 * Undoes the merge of a customer into another one: names, conversations, memory and the choice about marketing return
 * to the customer from whom they came, who has their id again.
 * @throws ServiceError 404 if there is no such merge, or 30 days have passed; 409 if another one was made after it
 */
export async function undoMerge(organizationId: string, intoId: string, id: string, now: EpochMs): Promise<void> {
  const numberIds = await retryConflict(TRIES, 'The customer was changed concurrently. Try again.', async () => {
    const { data: record } = await MergeRecordEntity.get({ organizationId, id }).go({ consistent: true })
    const into = await findCustomerItem(organizationId, intoId)
    if (!record || !into?.merged?.some((merge) => merge.id === id)) throw notFound('merge')
    const last = lastMergeOf(into, now)
    if (last === undefined) throw notFound('merge')
    if (last.id !== id)
      throw conflict(
        'later_merge',
        `Another customer was merged into this one later: undo the merge of ${last.id} first.`,
      )
    const loaded = await loadIdentity({ organizationId, id: '' }, [], now, [intoId])
    if (!loaded) return undefined
    const pairs = await pairsOf(record, now)
    const parts = pairs.map((pair) => parted(pair))
    const identity = new Identity(organizationId, loaded, newId)
    const former = customerOf(record)
    const restored = former.conversations.filter((each) => parts.some((part) => part.restored.id === each.id))
    identity.split(intoId, former, restored, now)
    const undo = {
      id,
      restored: parts.map((part) => ({ ...part.restored, customerId: id })),
      targets: parts.map(({ target }) => target),
    }
    const written = await writeIdentity(loaded, identity, { numberId: '', evidence: 'person', undo }, now)
    return written && former.conversations.map(({ numberId }) => numberId)
  })
  log('customer.merge_undone', { organizationId, customerId: intoId, conversations: numberIds.length })
  await returnMoved(organizationId, id, now)
}

/** Processes the message of an undo: returns what is not back yet, and deletes the record of the merge. Idempotent. */
export async function completeUndo({ organizationId, id }: Omit<UndoMessage, 'kind'>, now: EpochMs): Promise<void> {
  const { data: undone } = await UndoneMergeEntity.get({ organizationId, id }).go({ consistent: true })
  if (!undone) return
  await returnMoved(organizationId, id, now)
  await deleteRecord(organizationId, id)
}

/** Deletes what is stored to undo the merge of a customer. Idempotent. */
export async function deleteRecord(organizationId: string, id: string): Promise<void> {
  const { data: record } = await MergeRecordEntity.get({ organizationId, id }).go({ consistent: true })
  for (const owner of [id, ...(record ? conversationsOf(record).map(({ from }) => from.id) : [])]) {
    const { data } = await MergedValueEntity.query
      .byId({ organizationId, id: owner })
      .go({ pages: 'all', consistent: true })
    await Promise.all(data.map((value) => MergedValueEntity.delete(value).go()))
  }
  // The record names the values, so it is deleted after them.
  await MergeRecordEntity.delete({ organizationId, id }).go()
  await UndoneMergeEntity.delete({ organizationId, id }).go()
}

/** Returns the conversations that became one, with what continues them now. Those that have ended are left out. */
async function pairsOf(record: MergeRecordItem, now: EpochMs): Promise<Pair[]> {
  const { organizationId, at } = record
  const pairs = await Promise.all(
    conversationsOf(record).map(async ({ from, to }) => {
      const conversationId = await currentId(organizationId, to.id)
      const [{ data: current }, { data: messages }] = await Promise.all([
        ConversationEntity.get({ organizationId, id: conversationId }).go({ consistent: true }),
        MessageEntity.query
          .byId({ organizationId, conversationId })
          .where(({ takenAt }, { gt }) => gt(takenAt, at))
          .go({ pages: 'all', consistent: true }),
      ])
      const later = messages.filter(({ expiresAt }) => expiresAt * 1000 > now)
      return current ? [{ from, to, current, later }] : []
    }),
  )
  return pairs.flat()
}
