import { findNumber } from '../../channel/numbers/numbers.ts'
import type { MessageStatus, StatusReport } from '../../channel/port.ts'
import { log } from '../../platform/log/log.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { currentId } from '../customers/moved-entity.ts'
import { findConversation } from '../find-or-create.ts'
import { waitingSince } from '../handoff.ts'
import { markUndelivered } from '../human-needed.ts'
import { isTakenOver } from '../inbox-view.ts'
import { setOptedOut } from '../opt-out.ts'
import { findAliasedMessage } from './message-alias-entity.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { callbackData, readCallbackData, waIdEnd } from './message-ids.ts'
import { changeAndReport, type MessageChange } from './report-message.ts'

const NO_REASON = {
  code: 'upstream_error',
  message: 'The messaging provider reported a failure without a reason.',
  providerCode: null,
}

/** The organisation of each number, by the provider's id. */
const owners = new ShortCache<string>(60_000)

/**
 * Applies a status that a channel reports for an outbound message, in any order and any number of times. Failures are
 * logged. The owner of the number may be a minute old, unless the message is not found.
 */
export async function applyStatus(phoneNumberId: string, report: StatusReport, now: number): Promise<void> {
  const { waId, status, at: providerAt } = report
  const ignored = (reason: string) => log('status.ignored', { reason, status, phoneNumberId })
  const cached = owners.get(phoneNumberId, now)
  const organizationId = cached ?? (await findNumber(phoneNumberId))?.organizationId
  if (!organizationId) return ignored('unknown_number')
  if (!cached) owners.set(phoneNumberId, organizationId, now)
  // Callback data can be written by anyone, so the message is searched in the organisation of the number only.
  const ref =
    readCallbackData(report.callbackData) ?? (await findAliasedMessage({ organizationId, phoneNumberId, waId }))
  if (!ref) return ignored('unknown_message')
  const { conversationId, messageId } = ref
  if (status === 'sent' && (await hasStatus({ organizationId, conversationId, id: messageId }))) return
  const { code, message } = report.error ?? NO_REASON
  const change = MessageEntity.patch({ organizationId, conversationId, id: messageId })
    .set({ status, waId, ...(status === 'failed' && { error: { code, message } }) })
    .append({ statuses: [{ status, at: now, ...(providerAt !== undefined && { providerAt }) }] })
  // A message that was refused and still arrived was not refused.
  const applied = await (status === 'failed' ? change.remove(['refused']) : change.remove(['refused', 'error']))
    .where((attributes, { eq, notExists }) =>
      [
        notExists(attributes.status),
        eq(attributes.refused, true),
        ...overwrittenBy(status).map((earlier) => eq(attributes.status, earlier)),
      ]
        .map((condition) => `(${condition} AND ${notExists(attributes.reportTo)})`)
        .join(' OR '),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (cached && applied.rejected && !applied.data) {
    owners.delete(phoneNumberId)
    return await applyStatus(phoneNumberId, report, now)
  }
  const to = applied.rejected && !applied.data ? await currentId(organizationId, conversationId) : conversationId
  // The conversation was joined with another one of the customer.
  if (to !== conversationId)
    return await applyStatus(
      phoneNumberId,
      { ...report, callbackData: callbackData({ conversationId: to, messageId }) },
      now,
    )
  if (applied.rejected && applied.data?.reportTo) await reportStatus(applied.data, report, now)
  if (report.error?.refusesMarketing) {
    const conversation = await findConversation(organizationId, conversationId)
    const at = Math.min(providerAt ?? now, now)
    if (conversation) await setOptedOut(organizationId, conversation, { optedOut: true, at })
  }
  if (status === 'failed') await noteUndelivered({ organizationId, conversationId, id: messageId }, now)
  if (status === 'failed' || (applied.rejected && !applied.data))
    log('status.reported', {
      organizationId,
      conversationId,
      messageId,
      waIdEnd: waIdEnd(waId),
      status,
      applied: !applied.rejected,
    })
}

/** Applies a status to a message whose webhooks receive its events. */
async function reportStatus(message: MessageItem, report: StatusReport, now: number): Promise<void> {
  const { waId, status, at: providerAt } = report
  const { code, message: reason, providerCode } = report.error ?? NO_REASON
  const reported = { status, at: now, ...(providerAt !== undefined && { providerAt }) }
  const decide = (stored: MessageItem): MessageChange | undefined => {
    const replaces = stored.status === undefined || stored.refused || overwrittenBy(status).includes(stored.status)
    if (!replaces) return undefined
    return status === 'failed'
      ? { set: { status, waId, error: { code, message: reason } }, remove: ['refused'], reported, providerCode }
      : { set: { status, waId, acceptedAt: stored.acceptedAt ?? now }, remove: ['refused', 'error'], reported }
  }
  await changeAndReport(message, decide, now)
}

/** Returns whether `sent` changes nothing, because the send response set a status already. The read may be stale. */
async function hasStatus(key: {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
}): Promise<boolean> {
  const { data } = await MessageEntity.get(key).go()
  return data?.status !== undefined && !data.refused
}

/**
 * Lets the customer of an agent's reply that failed wait for a person, unless the customer does already or a person has
 * taken over. Idempotent: a repeated report after an answer has no effect. `now` in milliseconds.
 */
async function noteUndelivered(
  key: { readonly organizationId: string; readonly conversationId: string; readonly id: string },
  now: number,
): Promise<void> {
  const { data: message } = await MessageEntity.get(key).go({ consistent: true })
  // A template is no reply.
  if (message?.status !== 'failed' || message.role !== 'assistant' || message.template) return
  const conversation = await findConversation(key.organizationId, key.conversationId)
  if (!conversation || waitingSince(conversation) !== undefined || isTakenOver(conversation, now)) return
  const { takenAt, resentAt = takenAt } = message
  if ((conversation.failure?.at ?? 0) >= resentAt) return
  await markUndelivered(conversation, key.id, now)
}

/**
 * The earlier statuses that each status replaces, besides a missing one: statuses only go forward. `failed` is final
 * unless the message arrived before, because one of several devices can fail.
 */
const OVERWRITES: Record<MessageStatus, readonly MessageStatus[]> = {
  sent: [],
  delivered: ['sent'],
  read: ['sent', 'delivered'],
  failed: ['sent'],
}

export function overwrittenBy(status: MessageStatus): readonly MessageStatus[] {
  return OVERWRITES[status]
}
