import * as v from 'valibot'
import type { InboundMessage } from '../port.ts'
import { readMessage } from './read-message.ts'

const Word = v.fallback(v.optional(v.string(), ''), '')
const Call = v.looseObject({
  id: v.pipe(v.string(), v.nonEmpty()),
  event: v.string(),
  status: Word,
  direction: Word,
  from: v.optional(v.unknown()),
  from_user_id: v.optional(v.unknown()),
  timestamp: v.optional(v.unknown()),
  duration: v.fallback(v.optional(v.union([v.number(), v.string()])), undefined),
})

/**
 * Reads a call as a message of the type `call`: a customer's call opens the service window as a message does. Its end is a second
 * message if nobody answered it, which an agent can answer. Returns `ignored` for other calls and ends, with the reason.
 */
export function readCall(
  phoneNumberId: string,
  raw: unknown,
  contacts: readonly unknown[],
): InboundMessage | { readonly unreadable: string } | { readonly ignored: string } {
  const parsed = v.safeParse(Call, raw)
  if (!parsed.success) return { unreadable: 'a call without id and event' }
  const { id, event, status, direction, from, from_user_id, timestamp, duration } = parsed.output
  if (direction === 'BUSINESS_INITIATED') return { ignored: 'calls: of the business' }
  if (event !== 'connect' && event !== 'terminate') return { unreadable: 'a call with an unknown event' }
  const isMissed = event === 'terminate' && status !== 'COMPLETED'
  if (event === 'terminate' && !isMissed) return { ignored: 'calls: completed' }
  const call = {
    event: isMissed ? 'missed' : 'connect',
    ...(status && { status }),
    ...(duration !== undefined && { duration }),
  }
  const message = readMessage(
    phoneNumberId,
    // Each of the two messages has an id of its own.
    { id: isMissed ? `${id}:missed` : id, type: 'call', from, from_user_id, timestamp, call },
    contacts,
  )
  if ('unreadable' in message) return { unreadable: message.unreadable.replace('message', 'call') }
  return isMissed ? { ...message, isMissedCall: true } : { ...message, awaitsReply: false }
}
