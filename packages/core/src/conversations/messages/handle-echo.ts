import type { EpochMs } from '@replywright/contract/time.ts'
import type { CreateEntityItem } from 'electrodb'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { InboundMessage } from '../../channel/port.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { followMessage } from '../control/follow-control.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { findConversation } from '../conversation-entity.ts'
import { originsOf } from '../customers/origins.ts'
import { findOrCreateConversation } from '../customers/resolve.ts'
import { takeOverByOwner } from '../takeover.ts'
import { advanceToOutbound } from './advance-outbound.ts'
import { aliasMessage } from './message-alias-entity.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { waIdEnd } from './message-ids.ts'
import { noteUnknownNumber } from './parked-entity.ts'
import { isBeforeConnection, messageIdOf } from './provider-time.ts'
import { changeAndReport } from './report-message.ts'

/** Conversations that may end one after the other while an echo is processed. */
const MOVES = 5

/**
 * Stores what the owner wrote in the provider's app as a person's message and takes over, or what another agent on the number wrote, who
 * answers from then on. It is idempotent.
 */
export async function handleEcho(message: InboundMessage, by: 'owner' | 'other_agent', now: EpochMs): Promise<void> {
  const { phoneNumberId } = message
  const number = await findNumber(phoneNumberId)
  if (!number) return await noteUnknownNumber('echo', phoneNumberId, now)
  if (isBeforeConnection(number, message.sentAt))
    return log('message.ignored', { reason: 'before_connection', phoneNumberId })
  await retryConflict(MOVES, 'The conversation was changed concurrently. Try again.', async () => {
    const { conversation, messageId: id } = await storeEcho(number, message, by, now)
    const { organizationId, id: conversationId, createdAt } = conversation
    if ((await findConversation(organizationId, conversationId))?.createdAt === createdAt) return true
    // An erasure has cut off the conversation, and must not keep what was written after it.
    await MessageEntity.delete({ organizationId, conversationId, id }).go()
    return undefined
  })
}

/** Stores the message in the conversation that the customer has now, which is created if there is none. Returns both. */
async function storeEcho(
  number: NumberItem,
  message: InboundMessage,
  by: 'owner' | 'other_agent',
  now: EpochMs,
): Promise<{ readonly conversation: ConversationItem; readonly messageId: string }> {
  const { phoneNumberId, waId } = message
  const { organizationId } = number
  const { contactNumber, contactUserId, contactParentId } = message
  const [conversation, { messageDays }] = await Promise.all([
    findOrCreateConversation(number, { contactNumber, contactUserId, contactParentId }, now, {
      at: message.sentAt,
      evidence: 'message',
      activeAt: Math.min(message.sentAt, now),
    }),
    recentRetention(organizationId, now),
  ])
  const sentAt = Math.min(message.sentAt, now)
  const ref = {
    conversationId: conversation.id,
    messageId: await messageIdOf(conversation, message, now),
  }
  // A reaction, an edit or a deletion is no answer to the customer.
  const isAnswer = message.opensWindow
  const { stored, isNew } = await store({
    organizationId,
    conversationId: ref.conversationId,
    id: ref.messageId,
    direction: 'outbound',
    role: by === 'owner' ? 'human' : 'assistant',
    ...(by === 'other_agent' && { details: message.details }),
    sessionId: conversation.sessionId,
    ...originsOf(conversation, conversation),
    waId,
    type: message.type,
    text: message.text,
    ...(message.media.length > 0 && { media: [...message.media] }),
    detail: message.detail,
    ...(isAnswer && number.reportTo ? { reportTo: number.reportTo } : { status: 'sent' }),
    sentAt,
    takenAt: now,
    expiresAt: expiryAfter(now, messageDays),
  })
  await Promise.all([
    // An earlier run may have been interrupted after it stored the message.
    advanceToOutbound(
      conversation,
      isAnswer ? [stored] : [],
      by === 'owner' ? undefined : { isAnsweredElsewhere: true },
      isNew ? 1 : 0,
    ),
    isAnswer && by === 'owner' ? takeOverByOwner(conversation, { messageId: ref.messageId, sentAt, isNew }) : undefined,
    message.holder && followMessage(conversation, { holder: message.holder, at: sentAt, cause: ref.messageId }, now),
    aliasMessage({ organizationId, phoneNumberId, waId }, ref, now),
  ])
  log('message.echoed', {
    organizationId,
    ...ref,
    waIdEnd: waIdEnd(waId),
    type: message.type,
    repeated: !isNew,
  })
  return { conversation, messageId: ref.messageId }
}

/**
 * Creates the message unless it exists. Its status comes with its events, if any, so that a repeat completes them. Returns
 * the stored message, and whether it is new.
 */
async function store(
  message: CreateEntityItem<typeof MessageEntity>,
): Promise<{ readonly stored: MessageItem; readonly isNew: boolean }> {
  const { data, rejected } = await MessageEntity.create(message).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new InternalError(`message ${message.id} was deleted concurrently`)
  const { takenAt } = data
  const stored = data.reportTo
    ? await changeAndReport(
        data,
        ({ acceptedAt, status = 'sent' }) =>
          acceptedAt === undefined ? { set: { acceptedAt: takenAt, status } } : undefined,
        takenAt,
      )
    : data
  return { stored, isNew: !rejected }
}
