import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { takeInbound } from '../../conversations/messages/take-inbound.ts'
import { newId } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'

export interface CustomerText {
  /** The organisation's sandbox number, digits without plus. @default the one it has */
  readonly number?: string
  /** The customer's number, digits without plus. The provider does not check it. */
  readonly from: string
  readonly name?: string
  readonly text: string
}

/**
 * Stores a customer's text on the sandbox number as if the provider had delivered it. Returns the stored message.
 * @throws ServiceError 400 for a number that is not the organisation's sandbox number
 */
export async function sendAsCustomer(
  organizationId: string,
  { number, from, name, text }: CustomerText,
  now: number,
): Promise<MessageItem> {
  const sandbox = (await listNumbers(organizationId)).find((one) => one.sandbox)
  if (!sandbox || (number !== undefined && number !== sandbox.number))
    throw invalidField('number', 'must be the sandbox number of your organisation')
  const stored = await takeInbound(
    {
      phoneNumberId: sandbox.phoneNumberId,
      waId: `sandbox.${newId()}`,
      sentAt: now,
      contactNumber: from,
      contactUserId: undefined,
      contactName: name,
      type: 'text',
      text,
      media: [],
      quickReplyId: undefined,
      referral: undefined,
      detail: undefined,
      fromCustomer: true,
      opensWindow: true,
    },
    now,
  )
  if (!stored) throw new Error(`sandbox number ${sandbox.phoneNumberId} was deleted`)
  return stored
}
