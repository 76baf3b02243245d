import * as v from 'valibot'
import type { InboundMessage } from '../port.ts'

import { Id, Text, Word } from './json-words.ts'
import { readMessage } from './read-message.ts'

const Call = v.looseObject({
  id: Id,
  event: v.string(),
  status: Text,
  direction: Text,
  from: v.optional(v.unknown()),
  from_user_id: v.optional(v.unknown()),
  to: v.optional(v.unknown()),
  to_user_id: v.optional(v.unknown()),
  timestamp: v.optional(v.unknown()),
  duration: Word,
})

/** What is read, and the description of the connection. */
const KNOWN = [
  ...['id', 'event', 'status', 'direction', 'from', 'from_user_id', 'from_parent_user_id', 'to', 'to_user_id'],
  ...['to_parent_user_id', 'timestamp', 'duration', 'start_time', 'end_time', 'session', 'connection'],
]

/**
 * Reads a call as a message of the type `call`: a customer's call opens the service window as a message does. Its end is a second
 * message if nobody answered it, which an agent can answer. Other calls and ends are notices: no webhook or agent receives them.
 */
export function readCall(
  phoneNumberId: string,
  raw: unknown,
  contacts: readonly unknown[],
): InboundMessage | { readonly unreadable: string } {
  const parsed = v.safeParse(Call, raw)
  if (!parsed.success) return { unreadable: 'a call without id and event' }
  const { id, event, status, direction, from, from_user_id, to, to_user_id, timestamp, duration } = parsed.output
  if (event !== 'connect' && event !== 'terminate') return { unreadable: 'a call with an unknown event' }
  const isOwn = direction === 'BUSINESS_INITIATED'
  const isMissed = !isOwn && event === 'terminate' && status !== 'COMPLETED'
  const named = isMissed ? 'missed' : event === 'terminate' ? 'ended' : event
  const call = {
    event: named,
    ...(isOwn && { direction: 'outbound' }),
    ...(status && { status }),
    ...(duration !== undefined && { duration: numberOr(duration) }),
  }
  const customer = isOwn ? { from: to, from_user_id: to_user_id } : { from, from_user_id }
  const message = readMessage(
    phoneNumberId,
    // Each of the two messages has an id of its own.
    { id: event === 'connect' ? id : `${id}:${named}`, type: 'call', ...customer, timestamp, call },
    contacts,
  )
  if ('unreadable' in message) return { unreadable: message.unreadable.replace('message', 'call') }
  const beyond = Object.entries(parsed.output).filter(
    ([name, value]) => !KNOWN.includes(name) && value !== null && value !== undefined,
  )
  const details = beyond.length > 0 ? { ...message.details, call: Object.fromEntries(beyond) } : message.details
  if (isMissed) return { ...message, details, isMissedCall: true }
  if (!isOwn && event === 'connect') return { ...message, details, awaitsReply: false }
  return { ...message, details, awaitsReply: false, fromCustomer: false, opensWindow: false }
}

function numberOr(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
