/** Returns a phone number as events have it: `447700900123` → `+447700900123`. Other text than a number stays unchanged. */
export function toE164(phoneNumber: string): string {
  return /^\d+$/.test(phoneNumber) ? `+${phoneNumber}` : phoneNumber
}

/** Returns a phone number as the API has it: `+447700900123` → `447700900123`. */
export function toDigits(phoneNumber: string): string {
  return phoneNumber.replace(/^\+/, '')
}
