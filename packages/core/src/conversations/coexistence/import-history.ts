import type { EpochMs } from '@replywright/contract/time.ts'
import type { CreateEntityItem } from 'electrodb'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { HistoryMessage, MessageStatus } from '../../channel/port.ts'
import { expiryAfter, isLive } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { findConversation } from '../conversation-entity.ts'
import { findOrCreateConversation } from '../customers/resolve.ts'
import { advanceToOutbound } from '../messages/advance-outbound.ts'
import { MessageEntity, type MessageItem } from '../messages/message-entity.ts'
import { noteUnknownNumber } from '../messages/parked-entity.ts'
import { messageIdOf } from '../messages/provider-time.ts'

/** Writes at the same time for one customer. */
const AT_ONCE = 10

/**
 * Imports messages of one customer from the time before the number was connected. They are shown, and agents know them,
 * but nobody answers them: they start no turn, send no event, open no service window and count as read. A message that
 * is stored already stays. Idempotent.
 */
export async function importHistory(messages: readonly HistoryMessage[], now: EpochMs): Promise<void> {
  const [newest] = messages.toSorted((a, b) => b.sentAt - a.sentAt)
  if (!newest) return
  const { phoneNumberId, contactNumber, contactUserId } = newest
  const number = await findNumber(phoneNumberId)
  if (!number) return await noteUnknownNumber('history', phoneNumberId, now)
  const { organizationId } = number
  const { messageDays } = await recentRetention(organizationId, now)
  const kept = messages.filter(({ sentAt }) =>
    isLive({ expiresAt: expiryAfter(Math.min(sentAt, now), messageDays) }, now),
  )
  let imported = 0
  if (kept.length > 0) {
    const contactName = messages.find((message) => message.contactName)?.contactName
    const at = Math.min(newest.sentAt, now)
    const contact = { contactNumber, contactUserId, contactName }
    const conversation = await findOrCreateConversation(number, contact, now, { at, evidence: 'message', activeAt: at })
    imported = await importInto(conversation, kept, messageDays, now)
  }
  log('history.imported', { organizationId, phoneNumberId, messages: messages.length, imported })
}

async function importInto(
  conversation: ConversationItem,
  messages: readonly HistoryMessage[],
  messageDays: number,
  now: EpochMs,
): Promise<number> {
  const { organizationId, id: conversationId, createdAt } = conversation
  const stored: MessageItem[] = []
  for (let index = 0; index < messages.length; index += AT_ONCE) {
    const part = messages.slice(index, index + AT_ONCE)
    const results = await Promise.all(part.map((message) => importMessage(conversation, message, messageDays, now)))
    stored.push(...results.flatMap((item) => item ?? []))
  }
  if ((await findConversation(organizationId, conversationId))?.createdAt !== createdAt) {
    // An erasure has cut off the conversation, and must not keep what was written after it.
    await Promise.all(stored.map(({ id }) => MessageEntity.delete({ organizationId, conversationId, id }).go()))
    return 0
  }
  const shown = stored.toSorted((a, b) => a.sentAt - b.sentAt).slice(-1)
  // A person who is needed now is still needed: the messages are from before.
  await advanceToOutbound({ ...conversation, humanNeededSince: undefined }, shown, undefined, stored.length)
  return stored.length
}

/** The words of the phone. */
const STATUSES: Readonly<Record<string, MessageStatus>> = {
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  ERROR: 'failed',
}

/** Stores a message unless it is stored. Returns the new one. The file of a message can follow it. */
async function importMessage(
  conversation: ConversationItem,
  message: HistoryMessage,
  messageDays: number,
  now: EpochMs,
): Promise<MessageItem | undefined> {
  const { isOwn, phoneStatus = '', waId, type, text, media, quickReplyId, replyToWaId, detail, details } = message
  const id = await messageIdOf(conversation, message, now)
  const sentAt = Math.min(message.sentAt, now)
  const item: CreateEntityItem<typeof MessageEntity> = {
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    id,
    ...(isOwn
      ? { direction: 'outbound', role: 'human', status: STATUSES[phoneStatus.toUpperCase()] ?? 'sent' }
      : { direction: 'inbound' }),
    sessionId: conversation.sessionId,
    waId,
    type,
    text,
    ...(media.length > 0 && { media: [...media] }),
    quickReplyId,
    ...(replyToWaId !== undefined && { replyTo: { waId: replyToWaId } }),
    detail,
    details: { ...details, history: true },
    sentAt,
    takenAt: now,
    expiresAt: expiryAfter(sentAt, messageDays),
  }
  const { data, rejected } = await MessageEntity.create(item).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!rejected) return data ?? undefined
  if (data && media.length > 0 && data.media === undefined && isImported(data)) await addFile(data, message)
  return undefined
}

function isImported({ details }: MessageItem): boolean {
  return Object(details).history === true
}

async function addFile(
  { organizationId, conversationId, id }: MessageItem,
  { type, text, media }: HistoryMessage,
): Promise<void> {
  await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ type, media: [...media], ...(text && { text }) })
    .where((stored, { notExists }) => notExists(stored.media))
    .go({ returnOnConditionCheckFailure: true })
}
