import * as v from 'valibot'

/** The types of schemas whose values are objects. */
const OBJECTS = new Set(['object', 'loose_object', 'strict_object', 'object_with_rest', 'record', 'variant'])

/**
 * Returns a value without the fields that are null and optional, because null counts as absent. A field whose schema
 * accepts null keeps it. A list in the place of an object becomes a text, which the schema refuses: the library takes lists for
 * objects.
 */
export function dropNulls(schema: v.GenericSchema, value: unknown): unknown {
  const { item, wrapped } = partsOf(schema)
  if (isSchema(wrapped)) return dropNulls(wrapped, value)
  if (isSchema(item) && Array.isArray(value)) return value.map((element) => dropNulls(item, element))
  if (Array.isArray(value) && OBJECTS.has(schema.type)) return 'a list'
  const entries = entriesFor(schema, value)
  if (!entries || !isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
      if (!isSchema(entry)) return [[name, field]]
      return field === null && countsNullAsAbsent(entry) ? [] : [[name, dropNulls(entry, field)]]
    }),
  )
}

/** Returns whether null is the same as no value: the field is optional, and null has no meaning of its own. */
export function countsNullAsAbsent(schema: v.GenericSchema): boolean {
  const { wrapped } = partsOf(schema)
  return schema.type === 'optional' && isSchema(wrapped) && !v.is(wrapped, null)
}

/** Returns the fields of the object schema, or of the alternative that applies to the value. */
export function entriesFor(schema: v.GenericSchema, value: unknown): Record<string, unknown> | undefined {
  const { entries, getter, key, options } = partsOf(schema)
  if (isRecord(entries)) return entries
  if (typeof getter === 'function') return entriesFor(getter(value), value)
  if (typeof key !== 'string' || !Array.isArray(options) || !isRecord(value)) return undefined
  const alternatives = options.map((option) => partsOf(option).entries).filter(isRecord)
  return alternatives.find(({ [key]: kind }) => isSchema(kind) && v.is(kind, value[key]))
}

/** The schemas inside of a schema, by the names of the library. */
export function partsOf(schema: v.GenericSchema): Record<string, unknown> {
  return { ...schema }
}

export function isSchema(value: unknown): value is v.GenericSchema {
  return isRecord(value) && value.kind === 'schema'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
