import * as v from 'valibot'

const NOT_AT_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not']
/** Keywords whose values are data of the schema, not schemas. */
const VALUES = ['const', 'default', 'enum', 'examples']

/** The JSON Schema of a tool's arguments, with the rules of OpenAI. */
export const ToolSchema = v.pipe(
  v.looseObject({ type: v.literal('object') }),
  v.check(
    (schema) => !NOT_AT_TOP.some((keyword) => keyword in schema),
    `schema must not have ${NOT_AT_TOP.join('/')} at the top level`,
  ),
  v.check((schema) => !lacksItems(schema), 'array schema missing items'),
)

function lacksItems(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(lacksItems)
  if (typeof schema !== 'object' || schema === null) return false
  const parts: Readonly<Record<string, unknown>> = { ...schema }
  if ([parts.type].flat().includes('array') && !('items' in parts)) return true
  return Object.entries(parts).some(([keyword, value]) => !VALUES.includes(keyword) && lacksItems(value))
}
