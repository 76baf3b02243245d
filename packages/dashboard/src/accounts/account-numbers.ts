import type { Account } from '@messaging/contract/accounts.ts'

/** Returns the numbers of an account, as digits without a plus sign. */
export function numbersOf({ phoneNumbers }: Pick<Account, 'phoneNumbers'>): string[] {
  return phoneNumbers.split(',').filter((number) => number !== '')
}
