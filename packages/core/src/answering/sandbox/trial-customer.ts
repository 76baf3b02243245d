import { derivedId } from '../../platform/clock.ts'

/** No country uses this calling code, so a trial's number cannot belong to a customer. */
const CALLING_CODE = '888'
const DIGITS = 12

/** Returns the phone number of the customer of a trial, digits without plus. It derives from `parts`. */
export function trialCustomer(...parts: readonly [string, ...string[]]): string {
  const id = derivedId('trial customer', ...parts)
  const digits = BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** BigInt(DIGITS)
  return `${CALLING_CODE}${digits.toString().padStart(DIGITS, '0')}`
}

export function isTrialNumber(number: string | undefined): boolean {
  return number?.startsWith(CALLING_CODE) === true && number.length === CALLING_CODE.length + DIGITS
}
