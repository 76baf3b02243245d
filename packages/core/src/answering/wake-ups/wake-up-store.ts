import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { type Out, outTo } from '../../platform/outbox/out.ts'
import { transact } from '../../platform/table/transact.ts'
import { getWritten } from '../../platform/table/write-once.ts'
import { hasWrittenSince } from './judge-wake-up.ts'
import { FiredWakeUpEntity, WAKE_UP_DAYS, WakeUpEntity, type WakeUpItem } from './wake-up-entity.ts'

type NewWakeUp = Pick<WakeUpItem, 'id' | 'agentId' | 'configId' | 'reason' | 'fireAt'>

/** Stores a wake-up and sends its first check. Returns the stored wake-up if the id exists already. */
export async function createWakeUp(conversation: ConversationItem, wakeUp: NewWakeUp): Promise<WakeUpItem> {
  const { organizationId, id: conversationId, lastMessageId, inboundTakenAt } = conversation
  const write = WakeUpEntity.create({
    ...wakeUp,
    organizationId,
    conversationId,
    lastMessageId,
    inboundTakenAt,
    expiresAt: expiryAfter(wakeUp.fireAt, WAKE_UP_DAYS),
    out: checkOut({ organizationId, conversationId, id: wakeUp.id }),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  return await getWritten(write, `wake-up ${wakeUp.id}`)
}

export async function pendingWakeUps(conversation: ConversationItem): Promise<WakeUpItem[]> {
  const { organizationId, id: conversationId } = conversation
  const { data } = await WakeUpEntity.query
    .byId({ organizationId, conversationId })
    .go({ pages: 'all', consistent: true })
  return data.filter((wakeUp) => wakeUp.settledAt === undefined && !hasWrittenSince(wakeUp, conversation))
}

/** Returns the wake-up, read consistently, or null. */
export async function findWakeUp(key: {
  readonly organizationId: string
  readonly conversationId: string
  readonly wakeUpId: string
}): Promise<WakeUpItem | null> {
  const { organizationId, conversationId, wakeUpId: id } = key
  const { data } = await WakeUpEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  return data
}

/** Fires a wake-up once. Returns false if it was fired or dropped before. */
export async function fireWakeUp(wakeUp: WakeUpItem, now: EpochMs): Promise<boolean> {
  const { organizationId, conversationId, id } = wakeUp
  return await transact({ wakeUps: WakeUpEntity, fired: FiredWakeUpEntity }, ({ wakeUps, fired }) => [
    wakeUps
      .patch({ organizationId, conversationId, id })
      .set({ settledAt: now })
      .where(({ settledAt }, { notExists }) => notExists(settledAt))
      .commit(),
    fired
      .create({
        organizationId,
        conversationId,
        id,
        firedAt: now,
        expiresAt: expiryAfter(now, WAKE_UP_DAYS),
        out: turnOfWakeUp(wakeUp),
      })
      .commit(),
  ])
}

/** Deletes the record of a fired wake-up when its turn has ended. Idempotent. */
export async function deleteFired(key: {
  readonly organizationId: string
  readonly conversationId: string
  readonly wakeUpId: string
}): Promise<void> {
  const { organizationId, conversationId, wakeUpId: id } = key
  await FiredWakeUpEntity.delete({ organizationId, conversationId, id }).go()
}

/** Marks a wake-up as obsolete. */
export async function dropWakeUp({ organizationId, conversationId, id }: WakeUpItem, now: EpochMs): Promise<void> {
  await WakeUpEntity.patch({ organizationId, conversationId, id })
    .set({ settledAt: now })
    .go({ returnOnConditionCheckFailure: true })
}

type WakeUpKey = Pick<WakeUpItem, 'organizationId' | 'conversationId' | 'id'>

export function checkOut({ organizationId, conversationId, id: wakeUpId }: WakeUpKey): Out {
  return outTo('windows', organizationId, { kind: 'wake-up', organizationId, conversationId, wakeUpId })
}

function turnOfWakeUp({ organizationId, conversationId, id: wakeUpId }: WakeUpKey): Out {
  return outTo('turns', conversationId, { kind: 'wakeUp', organizationId, conversationId, wakeUpId })
}
