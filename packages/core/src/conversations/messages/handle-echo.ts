import { findNumber } from '../../channel/numbers/find-number.ts'
import type { InboundMessage } from '../../channel/port.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention/retention.ts'
import { findOrCreateConversation } from '../find-or-create.ts'
import { takeOverByOwner } from '../takeover.ts'
import { advanceToOutbound } from './advance-outbound.ts'
import { aliasMessage } from './message-alias-entity.ts'
import { isBeforeConnection, messageIdOf } from './provider-time.ts'
import { createAndReport } from './report-message.ts'
import { waIdEnd } from './wa-id-end.ts'

/** Stores what the owner wrote in the provider's app as a person's message and takes over. It is idempotent. */
export async function handleEcho(message: InboundMessage, now: number): Promise<void> {
  const { phoneNumberId, waId } = message
  const number = await findNumber(phoneNumberId)
  if (!number) return log('message.ignored', { reason: 'unknown_number', phoneNumberId })
  if (isBeforeConnection(number, message.sentAt))
    return log('message.ignored', { reason: 'before_connection', phoneNumberId })
  const { organizationId } = number
  const { contactNumber, contactUserId } = message
  const [conversation, { messageDays }] = await Promise.all([
    findOrCreateConversation(number, { contactNumber, contactUserId }, now, {
      activeAt: Math.min(message.sentAt, now),
    }),
    recentRetention(organizationId, now),
  ])
  const sentAt = Math.min(message.sentAt, now)
  const ref = {
    conversationId: conversation.id,
    messageId: await messageIdOf(conversation, message, now),
  }
  const created = await createAndReport({
    organizationId,
    conversationId: ref.conversationId,
    id: ref.messageId,
    direction: 'outbound',
    role: 'human',
    sessionId: conversation.sessionId,
    waId,
    type: message.type,
    text: message.text,
    ...(message.media.length > 0 && { media: [...message.media] }),
    detail: message.detail,
    status: 'sent',
    ...(number.reportTo && { acceptedAt: now, reportTo: number.reportTo }),
    sentAt,
    takenAt: now,
    expiresAt: expiryAfter(now, messageDays),
  })
  await Promise.all([
    created ? advanceToOutbound(conversation, [created]) : undefined,
    takeOverByOwner(conversation, ref.messageId, sentAt),
    aliasMessage({ organizationId, phoneNumberId, waId }, ref, now),
  ])
  log('message.echoed', {
    organizationId,
    ...ref,
    waIdEnd: waIdEnd(waId),
    type: message.type,
    repeated: created === undefined,
  })
}
