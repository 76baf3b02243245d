import { isObject } from '../json.ts'

/** The values of a field before and after a change, as texts. A field without a value has none. */
export interface ChangedValue {
  readonly field: string
  readonly before?: string
  readonly after?: string
}

/** Values are shown to members, who find the rest at the object. */
const LONGEST_VALUE = 200

/** Returns the values of those fields that differ. Arrays are sets: their order has no meaning. */
export function changedValues(fields: readonly string[], before: unknown, after: unknown): ChangedValue[] {
  if (!isObject(before) || !isObject(after)) return []
  return fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]]
    if (JSON.stringify(sorted(from)) === JSON.stringify(sorted(to))) return []
    const [old, changed] = [textOf(from), textOf(to)]
    return [{ field, ...(old !== undefined && { before: old }), ...(changed !== undefined && { after: changed }) }]
  })
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value
}

/** Returns the name of an object, the items of an array, or the text of another value; undefined without a value. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const text = Array.isArray(value) ? value.toSorted().join(', ') : String(isObject(value) ? value.name : value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}
