import type { EpochMs } from '@replywright/contract/time.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { OrderPayment } from '../../channel/port.ts'
import { log } from '../../platform/log/log.ts'
import { currentPlace } from '../customers/moved-entity.ts'
import { findAliasedMessage } from './message-alias-entity.ts'
import { MessageEntity } from './message-entity.ts'
import { readCallbackData } from './message-ids.ts'

/**
 * Stores the state of a customer's payment in the details of the message with the order. An older state does not
 * replace a newer one. Returns whether the message exists.
 */
export async function applyPayment(
  phoneNumberId: string,
  { waId, callbackData, at: reportedAt, payment }: OrderPayment,
  now: EpochMs,
): Promise<boolean> {
  const at = reportedAt ?? now
  const organizationId = (await findNumber(phoneNumberId))?.organizationId
  if (!organizationId) return false
  // Callback data can be written by anyone, so the message is searched in the organisation of the number only.
  const ref = readCallbackData(callbackData) ?? (await findAliasedMessage({ organizationId, phoneNumberId, waId }))
  if (!ref) return false
  const conversationId = await currentPlace(organizationId, ref.conversationId, ref.messageId)
  const key = { organizationId, conversationId, id: ref.messageId }
  const { data: message } = await MessageEntity.get(key).go({ consistent: true })
  if (!message) return false
  const details = Object(message.details)
  if (Number(details.paymentAt ?? 0) > at) return true
  await MessageEntity.patch(key)
    .set({ details: { ...details, payment, paymentAt: at } })
    .go({ returnOnConditionCheckFailure: true })
  log('message.payment', { organizationId, conversationId, messageId: ref.messageId, status: String(payment.status) })
  return true
}
