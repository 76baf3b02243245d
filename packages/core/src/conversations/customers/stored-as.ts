import * as v from 'valibot'

/** An item as DynamoDB stores it, with short names of attributes. `parse` of its entity reads it. */
export type Raw = Readonly<Record<string, unknown>>

const Put = v.object({ Item: v.record(v.string(), v.unknown()) })

/** Returns the item that a `put` of an entity would store. */
export function storedAs(put: { params(): unknown }): Record<string, unknown> {
  // Absent values cannot be stored.
  const all = Object.entries(v.parse(Put, put.params()).Item)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
