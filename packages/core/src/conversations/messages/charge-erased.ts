import type { EpochMs } from '@replywright/contract/time.ts'
import type { StatusReport } from '../../channel/port.ts'
import { expiryAfter, timeOfId } from '../../platform/clock.ts'
import { wasErased } from '../customers/seen-message.ts'
import { chargeOf } from './charge.ts'
import { MessageEntity } from './message-entity.ts'

/** The channel repeats a status for seven days at most. */
const KEPT_DAYS = 8

interface ErasedMessage {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
}

/**
 * Stores the charge of a message that was erased before its price arrived, so that the bill of the month has it: an
 * item without content, which no conversation shows. Does nothing for a message that never existed. Idempotent.
 */
export async function chargeErased(
  { organizationId, conversationId, messageId: id }: ErasedMessage,
  phoneNumberId: string,
  report: StatusReport,
  now: EpochMs,
): Promise<void> {
  const { status } = report
  const charge = chargeOf(phoneNumberId, report, { status })
  if (!charge || !(await wasErased(organizationId, id, now))) return
  const at = timeOfId(id)
  await MessageEntity.create({
    organizationId,
    conversationId,
    id,
    direction: 'outbound',
    waId: '',
    type: 'erased',
    text: '',
    // The last status: a later one would write the channel's id, which contains the customer's number.
    status: 'read',
    charge,
    sentAt: at,
    takenAt: at,
    expiresAt: expiryAfter(now, KEPT_DAYS),
  }).go({ returnOnConditionCheckFailure: true })
}
