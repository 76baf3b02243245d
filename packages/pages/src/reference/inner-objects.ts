import type { JsonSchema } from '@replywright/contract/openapi/types.ts'

export type Definition = JsonSchema | boolean | undefined

/** Returns the schema of a definition; that of any JSON if it is a boolean or undefined. */
export const schemaOf = (definition: Definition): JsonSchema => (typeof definition === 'object' ? definition : {})

/**
 * Returns the objects without a name that a value may be or contain: the object, the items of an array, the values of
 * a map, and those of each alternative. Objects with a name are shown under their name.
 */
export function innerObjects(schema: Definition): readonly JsonSchema[] {
  if (typeof schema !== 'object' || schema.$ref) return []
  if (Object.keys(schema.properties ?? {}).length > 0) return [schema]
  const choices = schema.anyOf ?? schema.oneOf ?? (schema.type ? undefined : schema.allOf)
  if (choices) return choices.flatMap(innerObjects)
  if ([schema.type].flat().includes('array')) return innerObjects(itemsOf(schema))
  return innerObjects(schema.additionalProperties)
}

/** Returns the schema of an array's items. */
export function itemsOf({ items }: JsonSchema): Definition {
  return Array.isArray(items) ? items[0] : items
}
