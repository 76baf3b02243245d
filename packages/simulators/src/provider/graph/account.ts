import type { World } from '../world.ts'
import { unknownObject } from './graph-error.ts'

/** A business account with its owner's `name`. */
interface BusinessAccount {
  wabaId: string
  name: string
}

const DEFAULT_NAME = 'The Daily Grind'

/** Finds an account that was signed up or has initial numbers. */
export function findAccount({ numbers, signups }: World, wabaId: string): BusinessAccount | undefined {
  const signedUp = signups.accounts.get(wabaId)
  if (signedUp) return signedUp
  return numbers.some((number) => number.wabaId === wabaId) ? { wabaId, name: DEFAULT_NAME } : undefined
}

/** Returns an account. @throws GraphError if the account does not exist */
export function requireAccount(world: World, wabaId: string): BusinessAccount {
  const account = findAccount(world, wabaId)
  if (!account) throw unknownObject(wabaId)
  return account
}
