import { timingSafeEqual } from 'node:crypto'

/** Returns whether two texts are equal, in constant time. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
