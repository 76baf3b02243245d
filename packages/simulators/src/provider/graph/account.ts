import type { World } from '../world.ts'
import { unknownObject } from './graph-error.ts'

/** A business account: `name` as its owner gave it. */
export interface BusinessAccount {
  wabaId: string
  name: string
}

const DEFAULT_NAME = 'The Daily Grind'

/** The account with this id, whether it was signed up or has had numbers from the start. */
export function findAccount({ numbers, signups }: World, wabaId: string): BusinessAccount | undefined {
  const signedUp = signups.accounts.get(wabaId)
  if (signedUp) return signedUp
  return numbers.some((number) => number.wabaId === wabaId) ? { wabaId, name: DEFAULT_NAME } : undefined
}

/** @throws GraphError when there is no such account */
export function requireAccount(world: World, wabaId: string): BusinessAccount {
  const account = findAccount(world, wabaId)
  if (!account) throw unknownObject(wabaId)
  return account
}
