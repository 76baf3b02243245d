import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Returns digits as an international number: `+44 7700 900100`, or undefined if no country has such numbers. */
export function formatPhone(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`)
  return number?.isPossible() ? number.formatInternational() : undefined
}
