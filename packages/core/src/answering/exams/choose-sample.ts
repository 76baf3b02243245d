import { derivedId } from '../../platform/clock.ts'

/** Returns `count` of the ids by chance: the same ones for the same proof, in any order of the ids. */
export function chooseSample(proofId: string, ids: readonly string[], count: number): string[] {
  return ids
    .map((id) => ({ id, lot: derivedId('sample', proofId, id) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id)
}
