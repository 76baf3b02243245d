import { suggestion } from '../nearest.ts'
import type { Schema } from '../operations/read-input.ts'

/** Returns a line for each field of a value that its schema does not have: `tools.0.nam: unknown field; did you mean name?`. */
export function unknownFields(value: unknown, schema: Schema, path: readonly string[] = []): string[] {
  const { properties, items } = schema
  if (Array.isArray(value))
    return items ? value.flatMap((item, index) => unknownFields(item, items, [...path, String(index)])) : []
  if (!properties || typeof value !== 'object' || value === null) return []
  const names = Object.keys(properties)
  return Object.entries(value).flatMap(([name, field]) => {
    const place = [...path, name]
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    return known ? unknownFields(field, known, place) : [`${place.join('.')}: unknown field${suggestion(name, names)}`]
  })
}
