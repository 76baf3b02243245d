import { ProfileChange } from '@messaging/contract/dashboard/profile.ts'
import { PhoneNumber } from '@messaging/contract/fields.ts'
import * as v from 'valibot'

/** The fields of the form. An empty phone number removes it. */
export const ProfileFields = v.object({
  name: ProfileChange.entries.name,
  phoneNumber: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || v.is(PhoneNumber, text), 'Enter a number such as +44 7700 900123.'),
  ),
})

/** Returns a stored number as the field shows it. */
export function shownNumber(digits: string | null): string {
  return digits === null ? '' : `+${digits}`
}
