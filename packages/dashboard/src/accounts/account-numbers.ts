import type { Account } from '@messaging/contract/accounts.ts'

/** The numbers of an account, digits without plus. */
export function numbersOf({ phoneNumbers }: Pick<Account, 'phoneNumbers'>): string[] {
  return phoneNumbers.split(',').filter((number) => number !== '')
}
