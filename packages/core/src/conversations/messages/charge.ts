import { countryOf } from '../../channel/billing/country.ts'
import type { StatusReport } from '../../channel/port.ts'
import type { MessageItem } from './message-entity.ts'

/**
 * Returns what the bill counts of a message after a status report, or undefined if there is nothing new to count: the
 * message has not arrived, its price was not reported, or it is counted already. `stored` is the message with its status.
 */
export function chargeOf(
  phoneNumberId: string,
  { pricing: reported, recipient }: Pick<StatusReport, 'pricing' | 'recipient'>,
  stored: Partial<Pick<MessageItem, 'status' | 'pricing' | 'charge' | 'markedAt'>>,
): MessageItem['charge'] {
  const { status, markedAt } = stored
  const hasArrived = (status === 'delivered' || status === 'read') && markedAt === undefined
  const pricing = reported ?? stored.pricing
  if (!hasArrived || !pricing || stored.charge) return undefined
  const { category, type, billable } = pricing
  return { phoneNumberId, country: countryOf(recipient), category, type, billable }
}
