import type { UndoMessage } from '@replywright/contract/queues.ts'
import * as v from 'valibot'
import { expiryAfter, newId } from '../../platform/clock.ts'
import { conflict, InternalError, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'
import { erasedAttributes, isKnown, MemoryEntity, type MemoryItem } from '../memory-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { restoreChoice } from '../opt-out.ts'
import { choiceNames } from './choice-names.ts'
import { Identity } from './identity.ts'
import { lastMergeOf, UNDO_DAYS } from './last-merge.ts'
import { findCustomerItem, findCustomers, loadIdentity } from './load-identity.ts'
import { MergedValueEntity, MergeRecordEntity, type MergeRecordItem, UndoneMergeEntity } from './merge-record-entity.ts'
import { replacesValue } from './move-memory.ts'
import { watchMoved } from './move-merged.ts'
import { currentId, MergedEntity } from './moved-entity.ts'
import { returnedItem, StoredItem } from './moved-item.ts'
import { CustomerEntity, type CustomerItem } from './name-entity.ts'
import { type Pair, parted } from './part-conversations.ts'
import { itemsOf, keyOf, partitionOf, transferItem } from './transfer-item.ts'
import { writeIdentity } from './write-identity.ts'

/** Attempts to undo a merge while messages arrive. */
const TRIES = 20

/**
 * Undoes the merge of a customer into another one: names, conversations, memory and the choice about marketing return to the customer
 * from whom they came, who has their id again. `now` in milliseconds.
 * @throws ServiceError 404 if there is no such merge, or 30 days have passed; 409 if another one was made after it
 */
export async function undoMerge(organizationId: string, intoId: string, id: string, now: number): Promise<void> {
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
export async function completeUndo({ organizationId, id }: Omit<UndoMessage, 'kind'>, now: number): Promise<void> {
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

/** Returns to a customer what the merge moved. It is idempotent, and has no effect without an undo. */
export async function returnMoved(organizationId: string, id: string, now: number): Promise<void> {
  const key = { organizationId, id }
  const [{ data: record }, { data: undone }] = await Promise.all([
    MergeRecordEntity.get(key).go({ consistent: true }),
    UndoneMergeEntity.get(key).go({ consistent: true }),
  ])
  if (!record || !undone) return
  const guard = keyOf(UndoneMergeEntity.get(key).params())
  await returnChoice(record)
  const pairs = conversationsOf(record)
  for (const pair of pairs) await returnConversation(organizationId, pair, { guard, at: record.at, now })
  for (const owner of [id, ...pairs.map(({ from }) => from.id)])
    await returnMemory(organizationId, owner, record.into, now)
}

async function returnChoice({ organizationId, id, into, choice, choiceOfInto, choiceOfFrom }: MergeRecordItem) {
  if (!choice) return
  const customers = await findCustomers(organizationId, [id, await currentId(organizationId, into)])
  for (const customer of customers) {
    const before = customer.id === id ? choiceOfFrom : choiceOfInto
    await restoreChoice(organizationId, choiceNames(customer), choice.at, before)
  }
}

async function returnConversation(
  organizationId: string,
  { from, to }: Pick<Pair, 'from' | 'to'>,
  { guard, at, now }: { readonly guard: ReturnType<typeof keyOf>; readonly at: number; readonly now: number },
): Promise<void> {
  const current = await currentId(organizationId, to.id)
  const [{ data: restored }, { data: target }] = await Promise.all([
    ConversationEntity.get({ organizationId, id: from.id }).go({ consistent: true }),
    ConversationEntity.get({ organizationId, id: current }).go({ consistent: true }),
  ])
  if (!restored) return
  const shared = [to.sessionId, ...(target ? [target.sessionId] : [])]
  const back = {
    pk: partitionOf(organizationId, from.id),
    from: from.id,
    to: current,
    session: restored.sessionId,
    shared,
  }
  for await (const item of itemsOf(partitionOf(organizationId, current))) {
    const returned = returnedItem(item, back)
    if (!returned) continue
    if (!(await transferItem(item, returned, guard))) return
    const { data: message } = item._e === 'message' ? MessageEntity.parse({ Item: item }) : { data: null }
    // Its first place leads to it: statuses and files of the channel name that.
    if (message && message.takenAt > at)
      await MergedEntity.put({
        ...{ organizationId, id: message.id, to: from.id },
        expiresAt: expiryAfter(now, UNDO_DAYS),
      }).go()
  }
  await watchMoved(restored, current, now)
}

/**
 * Returns the values that agents remembered of a customer. The one who remains gets the value of before, unless it was written, or
 * erased, since the merge.
 */
async function returnMemory(organizationId: string, from: string, into: string, now: number): Promise<void> {
  const { data: values } = await MergedValueEntity.query
    .byId({ organizationId, id: from })
    .go({ pages: 'all', consistent: true })
  const customerId = await currentId(organizationId, into)
  for (const value of values) {
    const own = memoryOf(value.from)
    const other = value.into === undefined ? undefined : memoryOf(value.into)
    if (!own) continue
    const { agentId, keyId } = own
    const owner = other?.ownerId ?? customerId
    const { data: current } = await MemoryEntity.get({ organizationId, ownerId: owner, agentId, keyId }).go({
      consistent: true,
    })
    const wasMoved = replacesValue(own, other)
    // Who erased the value since then erased it for both.
    if (wasMoved && current && !isKnown(current, now) && current.erasedAt !== undefined) continue
    if (isKnown(own, now))
      await MemoryEntity.put(own)
        .where((stored, { exists, notExists }) => `${exists(stored.erasedAt)} OR ${notExists(stored.value)}`)
        .go({ returnOnConditionCheckFailure: true })
    if (!wasMoved || current?.value !== own.value || current.writtenAt !== own.writtenAt) continue
    const before = other && isKnown(other, now) ? other : { ...current, ...erasedAttributes(now) }
    await MemoryEntity.put(before)
      .where((stored, { eq, notExists }) =>
        [
          notExists(stored.erasedAt),
          own.writtenAt === undefined ? notExists(stored.writtenAt) : eq(stored.writtenAt, own.writtenAt),
        ].join(' AND '),
      )
      .go({ returnOnConditionCheckFailure: true })
  }
}

function memoryOf(raw: unknown): MemoryItem | undefined {
  return MemoryEntity.parse({ Item: v.parse(v.record(v.string(), v.unknown()), raw) }).data ?? undefined
}

function customerOf({ customer }: MergeRecordItem): CustomerItem {
  const { data } = CustomerEntity.parse({ Item: v.parse(StoredItem, customer) })
  if (!data) throw new InternalError('a record of a merge without its customer')
  return data
}

function conversationOf(raw: unknown): ConversationItem[] {
  const { data } = ConversationEntity.parse({ Item: v.parse(StoredItem, raw) })
  return data ? [data] : []
}

/** Returns the conversations that became one by a merge, as they were before. */
function conversationsOf({
  pairs,
}: Pick<MergeRecordItem, 'pairs'>): { from: ConversationItem; to: ConversationItem }[] {
  return pairs.flatMap((pair) => {
    const [[from], [to]] = [conversationOf(pair.from), conversationOf(pair.to)]
    return from && to ? [{ from, to }] : []
  })
}

/** Returns the conversations that became one, with what continues them now. Those that have ended are left out. */
async function pairsOf(record: MergeRecordItem, now: number): Promise<Pair[]> {
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
