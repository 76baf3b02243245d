import { isObject, type JsonObject } from '../../platform/json.ts'
import { asData } from './as-data.ts'

/** Keywords whose values are data of the schema, not schemas. */
const VALUES = ['const', 'default', 'enum']
/** Keywords for people, which a model does not need. */
const DROPPED = ['$comment', 'examples', 'title']

/** Returns a JSON schema of another author for a model: each description is marked as text from outside. */
export function markedSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (VALUES.includes(keyword)) return [[keyword, value]]
      if (DROPPED.includes(keyword) && !isObject(value)) return []
      if (keyword === 'description' && typeof value === 'string') return [[keyword, asData('tool', value)]]
      return [[keyword, marked(value)]]
    }),
  )
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  return isObject(value) ? markedSchema(value) : value
}
