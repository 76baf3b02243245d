import type { MessagePricing } from '@replywright/contract/pricing.ts'
import * as v from 'valibot'
import type { ChannelEvent, MessageStatus } from '../port.ts'
import { Id, Text, Time, Word } from './json-words.ts'
import { readErrors } from './provider-error.ts'
import { unreadable } from './unreadable.ts'

const PricingWord = v.fallback(v.optional(v.string(), ''), '')
const PricingObject = v.object({
  billable: v.fallback(v.optional(v.boolean()), undefined),
  pricing_model: PricingWord,
  type: PricingWord,
  category: PricingWord,
})

const StatusObject = v.object({
  id: Id,
  status: v.string(),
  timestamp: Time,
  biz_opaque_callback_data: Text,
  errors: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
  pricing: v.fallback(v.optional(PricingObject), undefined),
  recipient_id: Word,
  recipient_user_id: Word,
  type: Text,
  payment: v.fallback(v.optional(v.looseObject({})), undefined),
})

/** Reads a status of a message. `raw` is what is parked if it is unreadable. */
export function readStatus(phoneNumberId: string, item: unknown, raw: unknown): ChannelEvent {
  const parsed = v.safeParse(StatusObject, item)
  if (!parsed.success) return unreadable('a status without id and status', raw)
  const { id: waId, status: word, timestamp: at, biz_opaque_callback_data: callbackData } = parsed.output
  // One error may come without a list.
  const errors = [parsed.output.errors, parsed.output.error]
    .flat()
    .filter((error) => error !== undefined && error !== null)
  const { pricing, recipient_id, recipient_user_id } = parsed.output
  const recipient = recipient_id ?? recipient_user_id
  // The state of the customer's payment of an order, which says nothing about the message.
  if (parsed.output.type === 'payment' || parsed.output.payment) {
    const payment = { ...parsed.output.payment, status: word, ...(errors.length > 0 && { errors }) }
    return { kind: 'payment', phoneNumberId, payment: { waId, callbackData, at, payment }, raw }
  }
  const status = statusOf(word)
  if (!status) return unreadable('a status with an unknown word', raw)
  const report = {
    waId,
    status,
    at,
    callbackData,
    ...(pricing && { pricing: pricingOf(pricing) }),
    ...(recipient !== undefined && { recipient }),
  }
  return { kind: 'status', phoneNumberId, status: { ...report, error: readErrors(errors) }, raw }
}

/** Older statuses have no `billable`: what is not free is billed. */
function pricingOf({
  billable,
  pricing_model: model,
  type,
  category,
}: v.InferOutput<typeof PricingObject>): MessagePricing {
  return { billable: billable ?? !type.startsWith('free_'), model, type, category }
}

/** Returns the status for a word of the provider, or undefined for an unknown one. */
function statusOf(word: string): MessageStatus | undefined {
  if (word === 'played') return 'read'
  return word === 'sent' || word === 'delivered' || word === 'read' || word === 'failed' ? word : undefined
}
