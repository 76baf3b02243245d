import { newId } from '../clock.ts'

/**
 * The sole right to work on an item, until a time in milliseconds. An item stores it in two attributes. It is written
 * with `writeOnce`, whose `isOwn` compares `by`. A claim can expire during the work, so the last write of its holder has
 * a condition on `by`, or on what was claimed.
 */
export interface Claim {
  readonly by: string
  readonly until: number
}

/** Builds a claim that equals no other. It lasts longer than its work, so that only a crash lets it expire. */
export function newClaim(now: number, milliseconds: number): Claim {
  return { by: newId(), until: now + milliseconds }
}

interface Operations<Attribute> {
  notExists(attribute: Attribute): string
  lte(attribute: Attribute, value: number): string
}

/** Returns the condition that no claim on the item is valid at `now`. `until` is the attribute with its end. */
export function isUnclaimed<Attribute>(
  until: Attribute,
  now: number,
  { notExists, lte }: Operations<Attribute>,
): string {
  return `(${notExists(until)} OR ${lte(until, now)})`
}
