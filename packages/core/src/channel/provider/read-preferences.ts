import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ChannelEvent } from '../port.ts'
import { readBeside } from './beside.ts'
import { Id, Metadata, Time, Word } from './json-words.ts'
import { readSender } from './read-message.ts'
import { unreadable } from './unreadable.ts'

const Preferences = v.object({ metadata: Metadata, user_preferences: v.array(v.unknown()) })

const Choice = v.object({
  wa_id: Word,
  user_id: Word,
  category: v.string(),
  value: v.string(),
  timestamp: Time,
})

/** Whether the customer refuses marketing, by the provider's word. */
const CHOICES = new Map([
  ['stop', true],
  ['resume', false],
  ['signup', false],
])

/** Reads the choices of customers about marketing, each alone. `now` is the time of one without a time. */
export function readPreferences(value: unknown, raw: unknown, now: EpochMs): ChannelEvent[] {
  const list = v.safeParse(Preferences, value)
  if (!list.success) return [unreadable('preferences without metadata.phone_number_id or a list', raw)]
  const { metadata, user_preferences: choices } = list.output
  const phoneNumberId = v.parse(Id, metadata.phone_number_id)
  return choices.flatMap((item): ChannelEvent[] => {
    const context = { metadata, user_preference: item }
    const parsed = v.safeParse(Choice, item)
    const names = parsed.success ? readSender(parsed.output.wa_id) : {}
    const contactUserId = parsed.success ? (parsed.output.user_id ?? names.contactUserId) : undefined
    const { contactNumber } = names
    if (!parsed.success || (!contactNumber && !contactUserId))
      return [unreadable('a preference without customer or choice', context)]
    const { category, value: word, timestamp: at = now } = parsed.output
    const optedOut = category === 'marketing_messages' ? CHOICES.get(word) : undefined
    if (optedOut === undefined) return [unreadable('a preference with an unknown category or value', context)]
    const preference = { phoneNumberId, contactNumber, contactUserId, optedOut, at }
    const beside = readBeside(item, [], { place: 'a preference', context: { metadata } })
    return [{ kind: 'preference', preference, raw: context }, ...beside]
  })
}
