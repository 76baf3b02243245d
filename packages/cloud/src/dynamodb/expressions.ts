import { objectAt, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

/** `name = :value` with a complete attribute on the left side. */
const ASSIGNMENT = /(?<![\w.#\]])(#?\w+)\s*=\s*(:\w+)/g

/** Returns the attributes that an expression compares with or sets to a value, without functions and nested ones. */
export function assignments(request: JsonObject, expression: string): ReadonlyMap<string, Json> {
  const names = objectAt(request, 'ExpressionAttributeNames')
  const values = objectAt(request, 'ExpressionAttributeValues')
  const found = [...(textOf(request[expression]) ?? '').matchAll(ASSIGNMENT)]
  return new Map(
    found.flatMap(([, name = '', placeholder = '']) => {
      const value = values[placeholder]
      return value === undefined ? [] : [[textOf(names[name]) ?? name, value] as const]
    }),
  )
}
