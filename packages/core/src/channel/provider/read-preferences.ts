import * as v from 'valibot'
import type { Preference } from '../port.ts'

export const PREFERENCE_FIELD = 'user_preferences'

const Value = v.object({
  metadata: v.object({ phone_number_id: v.string() }),
  user_preferences: v.array(
    v.object({
      wa_id: v.pipe(v.string(), v.regex(/^\d+$/)),
      category: v.string(),
      value: v.string(),
      timestamp: v.pipe(
        v.union([v.string(), v.number()]),
        v.transform((seconds) => Number(seconds) * 1000),
        v.finite(),
      ),
    }),
  ),
})

/** Whether the customer refuses marketing, by the provider's word. Other words change nothing. */
const CHOICES = new Map([
  ['stop', true],
  ['resume', false],
])

/** Returns the choices of customers about marketing, or undefined for an unexpected shape. */
export function readPreferences(value: unknown): Preference[] | undefined {
  const parsed = v.safeParse(Value, value)
  if (!parsed.success) return undefined
  const { metadata, user_preferences: preferences } = parsed.output
  return preferences.flatMap(({ wa_id: contactNumber, category, value: word, timestamp: at }) => {
    const optedOut = category === 'marketing_messages' ? CHOICES.get(word) : undefined
    return optedOut === undefined ? [] : [{ phoneNumberId: metadata.phone_number_id, contactNumber, optedOut, at }]
  })
}
