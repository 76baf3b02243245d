import { stringifyExactJson } from '@replywright/contract/exact-json.ts'

interface MergedEdits<Values> {
  /** My values of the fields that I changed, and the stored values of all other fields. */
  readonly merged: Values
  /** The fields that both of us changed to different values. */
  readonly conflicts: readonly (keyof Values & string)[]
}

/** Returns the fields whose values differ. */
export type ChangedFields<Values> = (before: Values, after: Values) => readonly (keyof Values & string)[]

/** Merges two concurrent edits of a form field by field. `before` are the values that both edits started from. */
export function mergeEdits<Values extends object>(
  before: Values,
  mine: Values,
  stored: Values,
  changed: ChangedFields<Values> = differing,
): MergedEdits<Values> {
  const merged = { ...stored }
  const [byMe, byOthers, different] = [changed(before, mine), changed(before, stored), changed(mine, stored)]
  for (const field of byMe) merged[field] = mine[field]
  return { merged, conflicts: byMe.filter((field) => byOthers.includes(field) && different.includes(field)) }
}

function differing<Values extends object>(before: Values, after: Values): readonly (keyof Values & string)[] {
  const fields: (keyof Values & string)[] = []
  for (const field in { ...before, ...after })
    if (stringifyExactJson(before[field]) !== stringifyExactJson(after[field])) fields.push(field)
  return fields
}
