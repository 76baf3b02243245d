import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { isDeeper } from '@replywright/contract/json-depth.ts'
import { mergedBranches } from './merge-branches.ts'
import { resolveReference } from './resolve-reference.ts'

/** A JSON Schema of an object that models accept, or why there is none, as the end of a sentence. */
export type RepairedSchema =
  | { readonly schema: JsonObject; readonly problem?: undefined }
  | { readonly problem: string; readonly schema?: undefined }

/** Largest schema that models get. */
export const LARGEST_SCHEMA_BYTES = 16 * 1024
const MOST_LEVELS = 64

/**
 * Repairs the schema of a tool's arguments that somebody else wrote, where its meaning is clear. Most models reject a
 * request with one invalid schema, so that no tool of the agent could be used.
 */
export function repairSchema(value: unknown): RepairedSchema {
  if (value === null || value === undefined || value === true) return { schema: { type: 'object', properties: {} } }
  if (!isObject(value)) return { problem: 'its inputSchema is not a JSON Schema' }
  if (isDeeper(value, MOST_LEVELS)) return { problem: `its inputSchema is nested deeper than ${MOST_LEVELS} levels` }
  if (Buffer.byteLength(JSON.stringify(value)) > LARGEST_SCHEMA_BYTES)
    return { problem: `its inputSchema is larger than ${LARGEST_SCHEMA_BYTES / 1024} KB` }
  const root = atTop(value)
  if (!root) return { problem: 'the $ref of its inputSchema cannot be resolved' }
  const types = [root.type].flat().map(typeOf)
  if (root.type !== undefined && root.type !== null && !types.includes('object'))
    return { problem: 'its inputSchema does not describe an object' }
  const schema = repairObject({ ...root, type: 'object' }, root)
  const { nullable: _, ...merged } = mergedBranches(schema, root)
  return { schema: { ...merged, type: 'object', properties: isObject(merged.properties) ? merged.properties : {} } }
}

/** Returns a schema whose top is not a reference. */
function atTop(schema: JsonObject): JsonObject | undefined {
  if (typeof schema.$ref !== 'string') return schema
  const target = resolveReference(schema, schema.$ref)
  const { $ref: _, ...rest } = schema
  return isObject(target) && typeof target.$ref !== 'string' ? { ...target, ...rest } : undefined
}

/** Names of types in other languages. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'].map((name) => [name, name]),
  ),
  bool: 'boolean',
  dict: 'object',
  double: 'number',
  float: 'number',
  int: 'integer',
  list: 'array',
  long: 'integer',
  map: 'object',
  none: 'null',
  str: 'string',
  text: 'string',
}

function typeOf(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
}

/** Keywords with one schema. */
const WITH_SCHEMA = [
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['additionalProperties', 'additionalItems', 'unevaluatedProperties', 'unevaluatedItems'],
]
const WITH_LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const WITH_NAMES = ['$defs', 'definitions', 'patternProperties', 'dependentSchemas']
const WITH_NUMBER = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]
const WITH_TEXT = ['title', 'description', 'format', '$comment']

/** Returns a valid schema for any value in its place: true, which accepts everything, if the value means nothing. */
function repairNode(value: unknown, root: JsonObject): JsonObject | boolean {
  if (value === false) return false
  const type = typeOf(value)
  if (type) return { type }
  return isObject(value) ? repairObject(value, root) : true
}

function repairObject(written: JsonObject, root: JsonObject): JsonObject {
  const schema = withBounds(withOwnKeywords(written))
  const parts = Object.entries(schema).flatMap(([keyword, value]) =>
    repairKeyword(keyword, value, root).map((repaired) => [keyword, repaired] as const),
  )
  return withNull(withItems(withRequired(Object.fromEntries(parts), schema), schema, root), schema)
}

/** Returns the repaired value of a keyword, or nothing if it is dropped. */
function repairKeyword(keyword: string, value: unknown, root: JsonObject): unknown[] {
  if (keyword === 'type') return typesOf(value)
  if (keyword === 'properties') return [isObject(value) ? propertiesOf(value, root) : {}]
  if (keyword === '$ref') return typeof value === 'string' && resolveReference(root, value) !== undefined ? [value] : []
  if (keyword === 'enum') return Array.isArray(value) && value.length > 0 ? [distinct(value)] : []
  if (keyword === 'pattern') return isExpression(value) ? [value] : []
  if (WITH_TEXT.includes(keyword)) return typeof value === 'string' ? [value] : []
  if (WITH_NUMBER.includes(keyword)) return numberOf(value)
  if (WITH_LIST.includes(keyword)) return listOf(value, root)
  if (WITH_NAMES.includes(keyword)) return isObject(value) ? [mapped(value, root)] : []
  if (WITH_SCHEMA.includes(keyword))
    return isObject(value) || typeof value === 'boolean' ? [repairNode(value, root)] : []
  // Repaired with the type and the properties.
  return ['items', 'nullable', 'required'].includes(keyword) ? [] : [value]
}

function typesOf(value: unknown): unknown[] {
  const names = distinct([value].flat().flatMap((name) => typeOf(name) ?? []))
  if (names.length === 0) return []
  return [names.length === 1 ? names[0] : names]
}

function listOf(value: unknown, root: JsonObject): unknown[] {
  return Array.isArray(value) && value.length > 0 ? [value.map((each) => repairNode(each, root))] : []
}

function numberOf(value: unknown): number[] {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? [number] : []
}

function mapped(schemas: JsonObject, root: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, repairNode(schema, root)]))
}

/** Keywords that some servers write into `properties`, with the test of a value that is no schema. */
const MISPLACED: Readonly<Record<string, (value: unknown) => boolean>> = {
  required: Array.isArray,
  additionalProperties: (value) => typeof value === 'boolean',
  description: (value) => typeof value === 'string' && typeOf(value) === undefined,
}

/** Moves keywords out of `properties`, and unwraps a schema that stands in place of its properties. */
function withOwnKeywords(schema: JsonObject): JsonObject {
  const { properties } = schema
  if (!isObject(properties)) return schema
  if (typeOf(properties.type) === 'object' && isObject(properties.properties))
    return withOwnKeywords({ ...schema, ...properties })
  const [kept, misplaced] = [false, true].map((moves) =>
    Object.fromEntries(Object.entries(properties).filter(([name, value]) => isMisplaced(name, value) === moves)),
  )
  const required = [schema.required ?? [], misplaced?.required ?? []].flat()
  return { ...misplaced, ...schema, required, properties: kept }
}

function isMisplaced(name: string, value: unknown): boolean {
  return Object.hasOwn(MISPLACED, name) && (MISPLACED[name]?.(value) ?? false)
}

/** Leaves out properties whose value is no schema and names no type. */
function propertiesOf(properties: JsonObject, root: JsonObject): JsonObject {
  const schemas = Object.entries(properties).filter(
    ([, value]) => isObject(value) || value === null || value === true || typeOf(value) !== undefined,
  )
  return Object.fromEntries(
    schemas.map(([name, value]) => {
      const repaired = repairNode(value, root)
      return [name, typeof repaired === 'boolean' ? {} : repaired]
    }),
  )
}

/** Sets `required` to the properties that `required` names, and those that say themselves that they are required. */
function withRequired(repaired: JsonObject, { required, properties }: JsonObject): JsonObject {
  const own = isObject(properties) ? properties : {}
  const selves = Object.entries(own).filter(([, each]) => isObject(each) && each.required === true)
  const names = distinct([...[required].flat().filter(isText), ...selves.map(([name]) => name)])
  // Without properties, the schema may require what another one beside it describes.
  const { properties: described } = repaired
  const known = isObject(described) ? names.filter((name) => Object.hasOwn(described, name)) : names
  return known.length > 0 ? { ...repaired, required: known } : repaired
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Gives an array one schema for its items. Models reject a list of schemas, as earlier drafts have it. */
function withItems(repaired: JsonObject, { items }: JsonObject, root: JsonObject): JsonObject {
  if (Array.isArray(items)) {
    const each = distinct(items.map((item) => repairNode(item, root)))
    return { ...repaired, items: each.length === 1 ? each[0] : each.length === 0 ? {} : { anyOf: each } }
  }
  if (isObject(items)) return { ...repaired, items: repairObject(items, root) }
  return [repaired.type].flat().includes('array') ? { ...repaired, items: {} } : repaired
}

/** Converts the flags of draft 4 to bounds. */
function withBounds(schema: JsonObject): JsonObject {
  return [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ].reduce<JsonObject>((converted, [exclusive = '', inclusive = '']) => {
    if (typeof converted[exclusive] !== 'boolean') return converted
    const { [exclusive]: flag, [inclusive]: bound, ...rest } = converted
    return bound === undefined ? rest : { ...rest, [flag ? exclusive : inclusive]: bound }
  }, schema)
}

/** Converts `nullable` of OpenAPI. */
function withNull(repaired: JsonObject, schema: JsonObject): JsonObject {
  if (schema.nullable !== true || repaired.type === undefined) return repaired
  const type = distinct([repaired.type, 'null'].flat())
  const { enum: values } = repaired
  return { ...repaired, type, ...(Array.isArray(values) && { enum: distinct([...values, null]) }) }
}

function isExpression(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
