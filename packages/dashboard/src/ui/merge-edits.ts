import { stringifyExactJson } from '@replywright/contract/exact-json.ts'

interface MergedEdits<Values> {
  /** My values of the fields that I changed, and the stored values of all other fields. */
  readonly merged: Values
  /** The fields that both of us changed to different values. */
  readonly conflicts: readonly (keyof Values & string)[]
}

/** Merges two concurrent edits of a form field by field. `before` are the values that both edits started from. */
export function mergeEdits<Values extends object>(before: Values, mine: Values, stored: Values): MergedEdits<Values> {
  const same = (one: unknown, other: unknown) => stringifyExactJson(one) === stringifyExactJson(other)
  const merged = { ...stored }
  const conflicts: (keyof Values & string)[] = []
  for (const field in mine) {
    if (same(before[field], mine[field])) continue
    merged[field] = mine[field]
    if (!same(before[field], stored[field]) && !same(mine[field], stored[field])) conflicts.push(field)
  }
  return { merged, conflicts }
}
