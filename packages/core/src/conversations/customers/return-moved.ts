import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { expiryAfter } from '../../platform/clock.ts'
import { findConversation } from '../conversation-entity.ts'
import { erasedAttributes, isKnown, MemoryEntity, type MemoryItem } from '../memory-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { restoreChoice } from '../opt-out.ts'
import { UNDO_DAYS } from './last-merge.ts'
import { findCustomers } from './load-identity.ts'
import { MergedValueEntity, MergeRecordEntity, type MergeRecordItem, UndoneMergeEntity } from './merge-record-entity.ts'
import { replacesValue } from './move-memory.ts'
import { watchMoved } from './move-merged.ts'
import { currentId, MergedEntity } from './moved-entity.ts'
import { returnedItem } from './moved-item.ts'
import { choiceNames } from './names.ts'
import type { Pair } from './part-conversations.ts'
import { conversationsOf } from './read-record.ts'
import { itemsOf, keyOf, partitionOf, transferItem } from './transfer-item.ts'

/** Returns to a customer what the merge moved. It is idempotent, and has no effect without an undo. */
export async function returnMoved(organizationId: string, id: string, now: EpochMs): Promise<void> {
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
  { guard, at, now }: { readonly guard: ReturnType<typeof keyOf>; readonly at: EpochMs; readonly now: EpochMs },
): Promise<void> {
  const current = await currentId(organizationId, to.id)
  const [restored, target] = await Promise.all([
    findConversation(organizationId, from.id),
    findConversation(organizationId, current),
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
async function returnMemory(organizationId: string, from: string, into: string, now: EpochMs): Promise<void> {
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
