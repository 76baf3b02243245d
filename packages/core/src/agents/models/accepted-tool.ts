import { isObject, type JsonObject } from '@replywright/contract/json.ts'

/** Keywords that OpenAI rejects at the top of a tool's schema. */
const NOT_AT_TOP = ['allOf', 'anyOf', 'enum', 'not', 'oneOf']
/** Keywords whose values are data of the schema, not schemas. */
const VALUES = ['const', 'default', 'enum', 'examples']

/**
 * Returns the schema of a tool as OpenAI accepts it: arrays have `items`, and the top is a plain object. Arguments are
 * validated against the whole schema.
 */
export function acceptedSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(withItems(schema)).filter(([keyword]) => !NOT_AT_TOP.includes(keyword)))
}

function withItems(schema: JsonObject): JsonObject {
  const parts = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    VALUES.includes(keyword) ? value : inner(value),
  ])
  const isArray = [schema.type].flat().includes('array')
  return Object.fromEntries(isArray && !('items' in schema) ? [...parts, ['items', {}]] : parts)
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner)
  return isObject(value) ? withItems(value) : value
}
