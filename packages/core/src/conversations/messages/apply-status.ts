import type { EpochMs } from '@replywright/contract/time.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { MessageStatus, StatusReport } from '../../channel/port.ts'
import { log } from '../../platform/log/log.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { findConversation } from '../conversation-entity.ts'
import { currentPlace } from '../customers/moved-entity.ts'
import { waitingSince } from '../handoff.ts'
import { markUndelivered } from '../human-needed.ts'
import { isTakenOver } from '../is-taken-over.ts'
import { isUnpaid, liftPayment, noteNumberProblem, showsPayment } from '../number-health/note-problem.ts'
import { setOptedOut } from '../opt-out.ts'
import { chargeOf } from './charge.ts'
import { chargeErased } from './charge-erased.ts'
import { findAliasedMessage } from './message-alias-entity.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { callbackData, readCallbackData, waIdEnd } from './message-ids.ts'
import { noteUnknownNumber } from './parked-entity.ts'
import { changeAndReport, type MessageChange } from './report-message.ts'

const NO_REASON = {
  code: 'upstream_error',
  message: 'The messaging provider reported a failure without a reason.',
  providerCode: null,
}

/** The organisation of each number, and whether it lacks a payment, by the provider's id. */
const owners = new ShortCache<{ readonly organizationId: string; readonly isUnpaid: boolean }>(60_000)

/**
 * Applies a status that a channel reports for an outbound message, in any order and any number of times. Failures are
 * logged. The owner of the number may be a minute old, unless the message is not found.
 */
export async function applyStatus(phoneNumberId: string, report: StatusReport, now: EpochMs): Promise<void> {
  const { waId, status, at: providerAt, pricing } = report
  const ignored = (reason: string) => log('status.ignored', { reason, status, phoneNumberId })
  const cached = owners.get(phoneNumberId, now)
  const owner = cached ?? (await findOwner(phoneNumberId, now))
  if (!owner) return await noteUnknownNumber('status', phoneNumberId, now)
  if (!cached) owners.set(phoneNumberId, owner, now)
  const { organizationId } = owner
  // Callback data can be written by anyone, so the message is searched in the organisation of the number only.
  const ref =
    readCallbackData(report.callbackData) ?? (await findAliasedMessage({ organizationId, phoneNumberId, waId }))
  if (!ref) {
    // A message of another app can show a problem of the account, too.
    await noteNumberProblem(phoneNumberId, report.error, now)
    return ignored('unknown_message')
  }
  const { conversationId, messageId } = ref
  if (status === 'sent' && (await hasStatus({ organizationId, conversationId, id: messageId }))) return
  const { code, message } = report.error ?? NO_REASON
  const arrived = chargeOf(phoneNumberId, report, { status })
  const change = MessageEntity.patch({ organizationId, conversationId, id: messageId })
    .set({ status, waId, ...(status === 'failed' && { error: { code, message } }), ...(pricing && { pricing }) })
    .append({ statuses: [{ status, at: now, ...(providerAt !== undefined && { providerAt }) }] })
    .data(({ charge }, { ifNotExists }) => arrived && ifNotExists(charge, arrived))
  // A message that was refused and still arrived was not refused.
  const applied = await change
    .remove(outdatedBy(status))
    .where((attributes, { eq, exists, notExists }) =>
      [
        notExists(attributes.status),
        eq(attributes.refused, true),
        ...marksReplacedBy(status).map((mark) => `${exists(attributes.markedAt)} AND ${eq(attributes.status, mark)}`),
        ...overwrittenBy(status).map((earlier) => eq(attributes.status, earlier)),
      ]
        .map((condition) => `(${condition} AND ${notExists(attributes.reportTo)})`)
        .join(' OR '),
    )
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  if (cached && applied.rejected && !applied.data) {
    owners.delete(phoneNumberId)
    return await applyStatus(phoneNumberId, report, now)
  }
  const to =
    applied.rejected && !applied.data ? await currentPlace(organizationId, conversationId, messageId) : conversationId
  // The conversation was joined with another one of the customer, or that was undone.
  if (to !== conversationId)
    return await applyStatus(
      phoneNumberId,
      { ...report, callbackData: callbackData({ conversationId: to, messageId }) },
      now,
    )
  if (applied.rejected && !applied.data)
    await chargeErased({ organizationId, conversationId, messageId }, phoneNumberId, report, now)
  if (applied.rejected && applied.data?.reportTo) await reportStatus(phoneNumberId, applied.data, report, now)
  else if (applied.data) await setLateCharge(phoneNumberId, applied.data, report)
  if (report.error?.refusesMarketing) {
    const conversation = await findConversation(organizationId, conversationId)
    const at = Math.min(providerAt ?? now, now)
    if (conversation) await setOptedOut(organizationId, conversation, { optedOut: true, at })
  }
  await noteNumberProblem(phoneNumberId, report.error, now)
  if (report.error?.numberProblem) owners.delete(phoneNumberId)
  if (owner.isUnpaid && showsPayment(report) && applied.data) {
    const { sentAt, resentAt = sentAt } = applied.data
    await liftPayment(phoneNumberId, resentAt, report, now)
    owners.delete(phoneNumberId)
  }
  if (status === 'failed') await noteUndelivered({ organizationId, conversationId, id: messageId }, now)
  // The provider accepts messages that it does not deliver without a payment.
  const isRefused = report.error?.numberProblem !== undefined
  if (status === 'failed' || (applied.rejected && !applied.data))
    log(
      'status.reported',
      {
        organizationId,
        conversationId,
        messageId,
        waIdEnd: waIdEnd(waId),
        status,
        applied: !applied.rejected,
        ...(isRefused && { outcome: 'refused' }),
      },
      isRefused ? { MessagesSent: 1 } : {},
    )
}

async function findOwner(phoneNumberId: string, now: EpochMs) {
  const number = await findNumber(phoneNumberId)
  return number && { organizationId: number.organizationId, isUnpaid: isUnpaid(number, now) }
}

/** Stores the charge of a message that arrived if its price was reported with another status: an earlier or a later one. */
async function setLateCharge(phoneNumberId: string, stored: MessageItem, report: StatusReport): Promise<void> {
  const { organizationId, conversationId, id } = stored
  const charge = chargeOf(phoneNumberId, report, stored)
  if (!charge) return
  await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ charge, pricing: stored.pricing ?? report.pricing })
    .where((attributes, { notExists }) => notExists(attributes.charge))
    .go({ returnOnConditionCheckFailure: true })
}

/** Applies a status to a message whose webhooks receive its events. */
async function reportStatus(
  phoneNumberId: string,
  message: MessageItem,
  report: StatusReport,
  now: EpochMs,
): Promise<void> {
  const { waId, status, at: providerAt, pricing } = report
  const { code, message: reason, providerCode } = report.error ?? NO_REASON
  const reported = { status, at: now, ...(providerAt !== undefined && { providerAt }) }
  const decide = (stored: MessageItem): MessageChange | undefined => {
    const isNew = replaces(status, stored)
    const charge = chargeOf(phoneNumberId, report, isNew ? { ...stored, status } : stored)
    const priced = { ...(pricing && { pricing }), ...(charge && { charge }) }
    if (!isNew) return charge ? { set: { ...priced, pricing: stored.pricing ?? pricing } } : undefined
    const remove = outdatedBy(status)
    return status === 'failed'
      ? { set: { status, waId, error: { code, message: reason }, ...priced }, remove, reported, providerCode }
      : { set: { status, waId, acceptedAt: stored.acceptedAt ?? now, ...priced }, remove, reported }
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
  return data?.status !== undefined && !replaces('sent', data)
}

/**
 * Lets the customer of an agent's reply that failed wait for a person, unless the customer does already or a person has
 * taken over. Idempotent: a repeated report after an answer has no effect.
 */
async function noteUndelivered(
  key: { readonly organizationId: string; readonly conversationId: string; readonly id: string },
  now: EpochMs,
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

/**
 * The statuses that a person set and that each status of the provider replaces. The provider knows better, but a message
 * that a person calls delivered was sent.
 */
export function marksReplacedBy(status: MessageStatus): readonly MessageStatus[] {
  return status === 'sent' ? ['failed'] : ['delivered', 'failed']
}

/** Returns whether a status of the provider replaces that of a stored message. */
export function replaces(status: MessageStatus, stored: Pick<MessageItem, 'status' | 'refused' | 'markedAt'>): boolean {
  if (stored.status === undefined || stored.refused) return true
  if (stored.markedAt !== undefined && marksReplacedBy(status).includes(stored.status)) return true
  return overwrittenBy(status).includes(stored.status)
}

/** The attributes that a status of the provider removes. */
function outdatedBy(status: MessageStatus) {
  const outdated = ['refused', 'markedBy', 'markedAt'] as const
  return status === 'failed' ? [...outdated] : [...outdated, 'error' as const]
}
