import type { DeadLetter } from '@messaging/contract/dashboard/operations.ts'

/** Dead letters of one endpoint with the same last cause, or those without a delivery. */
export interface LetterGroup {
  readonly key: string
  readonly delivery: DeadLetter['delivery']
  readonly letters: readonly DeadLetter[]
}

/** Groups dead letters by endpoint and last cause, the largest group first. Keeps the order of the letters in a group. */
export function letterGroups(letters: readonly DeadLetter[]): readonly LetterGroup[] {
  const groups = Map.groupBy(letters, ({ delivery }) => (delivery ? `${delivery.webhookId} ${delivery.cause}` : ''))
  return Array.from(groups, ([key, members]) => ({
    key,
    delivery: members[0]?.delivery ?? null,
    letters: members,
  })).toSorted((a, b) => b.letters.length - a.letters.length)
}
