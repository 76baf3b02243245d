import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ControlChange } from '../port.ts'
import { Id, Text, Time, Word } from './json-words.ts'
import { readSender } from './read-message.ts'

const Change = v.looseObject({
  metadata: Text,
  new_owner_role: Text,
  previous_owner_role: Text,
  previous_owner_app_role: Text,
})
const MaybeChange = v.fallback(v.nullish(Change), undefined)
const Party = v.fallback(
  v.optional(v.object({ phone_number_id: Word, phone_number: Word, wa_id: Word, user_id: Word })),
  undefined,
)

const Handover = v.looseObject({
  recipient: Party,
  metadata: v.fallback(v.optional(v.object({ phone_number_id: Id })), undefined),
  sender: Party,
  timestamp: Time,
  control_passed: MaybeChange,
  control_taken: MaybeChange,
})

/** The provider's words for its own agent. */
const AGENTS = ['ai_agent', 'meta_business_agent']

/**
 * Reads a change of who answers a conversation. What was passed to this service is its own, what was taken from it another agent's, unless
 * the roles tell otherwise. Returns undefined without a number, a customer and a change. `now` is the time of a change without one.
 */
export function readControl(value: unknown, now: EpochMs): ControlChange | undefined {
  const parsed = v.safeParse(Handover, value)
  if (!parsed.success) return undefined
  const { recipient, metadata, sender, timestamp: at = now, control_passed, control_taken } = parsed.output
  const change = control_passed ?? control_taken
  const phoneNumberId = recipient?.phone_number_id ?? metadata?.phone_number_id
  const names = readSender(sender?.phone_number ?? sender?.wa_id)
  const contactUserId = sender?.user_id ?? names.contactUserId
  const { contactNumber } = names
  if (!change || phoneNumberId === undefined || (!contactNumber && !contactUserId)) return undefined
  const isPassed = control_passed !== undefined && control_passed !== null
  return {
    phoneNumberId,
    contactNumber,
    contactUserId,
    at,
    holder: holderAfter(change, isPassed),
    ...(change.metadata && { metadata: change.metadata }),
  }
}

function holderAfter(change: v.InferOutput<typeof Change>, isPassed: boolean): ControlChange['holder'] {
  const { new_owner_role: next, previous_owner_role, previous_owner_app_role } = change
  if (next !== undefined) return AGENTS.includes(next) ? 'other_agent' : 'service'
  const before = [previous_owner_role, previous_owner_app_role]
  if (before.some((role) => role !== undefined && AGENTS.includes(role))) return 'service'
  return isPassed ? 'service' : 'other_agent'
}
