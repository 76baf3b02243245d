import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { countsNullAsAbsent } from '../absent-nulls.ts'
import { isObject } from '../json.ts'

/** `input` is what callers send, `output` is what they receive. */
export type Mode = 'input' | 'output'

/** JSON Schemas of one document. Each named schema is defined once and used through `$ref`. */
export interface Schemas {
  /** Returns the JSON Schema, or a reference to it if it has a name. */
  schemaOf(schema: v.GenericSchema, mode: Mode): JsonSchema
  /** The used named schemas, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>
}

const COMPONENTS = '#/components/schemas/'
/** Returns the key of a schema without a name. Names contain no space, so keys and names differ. */
const anonymous = (index: number) => `anonymous ${index}`

/**
 * Converts schemas to JSON Schema 2020-12. Descriptions contain the rules that JSON Schema cannot express. If the input
 * and output of a named schema differ, the input is named with the suffix `Input`.
 */
export function createSchemas(
  named: ReadonlyMap<v.GenericSchema, string>,
  used: readonly { readonly schema: v.GenericSchema; readonly mode: Mode }[],
): Schemas {
  const keys = new Map(named)
  const names = new Set(named.values())
  for (const { schema } of used) if (!keys.has(schema)) keys.set(schema, anonymous(keys.size))
  // Schemas without a name are copied, so that the library does not create references to them.
  const definitions = Object.fromEntries(
    Array.from(keys, ([schema, key]) => [key, names.has(key) ? schema : { ...schema }]),
  )
  const converted = { input: convert(definitions, 'input'), output: convert(definitions, 'output') }
  const reached = { input: new Set<string>(), output: new Set<string>() }
  for (const { schema, mode } of used) reach(keys.get(schema) ?? '', converted[mode], reached[mode])
  const split = differing(converted, reached)
  const nameIn = (mode: Mode, name: string) => (mode === 'input' && split.has(name) ? `${name}Input` : name)
  const finished = (mode: Mode, schema: JsonSchema) =>
    withPlainTypes(withReferences(schema, (name) => `${COMPONENTS}${nameIn(mode, name)}`))
  const components = (['output', 'input'] as const).flatMap((mode) =>
    [...reached[mode]]
      .filter((key) => names.has(key))
      .map((name) => [nameIn(mode, name), finished(mode, converted[mode][name] ?? {})] as const),
  )
  return {
    components: Object.fromEntries(components.toSorted(([a], [b]) => a.localeCompare(b))),
    schemaOf(schema, mode) {
      const key = keys.get(schema) ?? ''
      if (names.has(key)) return { $ref: `${COMPONENTS}${nameIn(mode, key)}` }
      return finished(mode, converted[mode][key] ?? {})
    },
  }
}

type Converted = Readonly<Record<string, JsonSchema>>

function convert(definitions: Record<string, v.GenericSchema>, typeMode: Mode): Converted {
  return toJsonSchemaDefs(definitions, {
    typeMode,
    errorMode: 'ignore',
    target: 'draft-2020-12',
    overrideRef: ({ referenceId }) => `${COMPONENTS}${referenceId}`,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema.type === 'file') return { type: 'string', format: 'binary' }
      // Some generators of clients do not read `const`.
      const { const: only, ...rest } = jsonSchema
      if (only !== undefined) return { ...rest, type: 'string', enum: [only] }
      const isNullable =
        typeMode === 'input' && v.isOfKind('schema', valibotSchema) && countsNullAsAbsent(valibotSchema)
      return isNullable ? orNull(jsonSchema) : undefined
    },
    overrideAction: ({ valibotAction, jsonSchema }) => codePointLimits(valibotAction, jsonSchema),
  })
}

/**
 * Writes schemas as generators of clients and other programs read them. A default that is a list or an object needs a
 * type beside it, because some generators write it in a wrong syntax otherwise. A text, number or boolean or null is
 * one schema with two types, because some programs cannot combine alternatives with the rules of `anyRule`.
 */
function withPlainTypes(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) => withoutUntypedDefault(asOneType(value)))
}

function withoutUntypedDefault(value: unknown): unknown {
  if (!isObject(value) || typeof value.default !== 'object' || value.default === null) return value
  if (value.type !== undefined) return value
  const { default: _, ...rest } = value
  return rest
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean']

function asOneType(value: unknown): unknown {
  if (!isObject(value) || value.type !== undefined || !Array.isArray(value.anyOf)) return value
  const { anyOf, ...rest } = value
  const [only, none, ...others]: unknown[] = anyOf
  if (others.length > 0 || !isObject(only) || !isObject(none) || none.type !== 'null') return value
  if (!SCALARS.includes(only.type)) return value
  const { type, enum: values, ...limits } = only
  return { type: [type, 'null'], ...limits, ...(Array.isArray(values) && { enum: [...values, null] }), ...rest }
}

/** Null in an optional field counts as absent. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, default: missing, ...rest } = schema
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return {
    type: [type, 'null'],
    ...rest,
    ...(values && { enum: [...values, null] }),
    ...(missing !== undefined && { default: missing }),
  }
}

/** JSON Schema counts the length of a text in code points. The library does not convert these checks. */
function codePointLimits(action: { readonly type: string; readonly requirement?: unknown }, schema: JsonSchema) {
  const { type, requirement } = action
  if (typeof requirement !== 'number') return undefined
  if (type === 'max_code_points') return { ...schema, maxLength: requirement }
  return type === 'min_code_points' ? { ...schema, minLength: requirement } : undefined
}

/** Adds `key` and all named schemas that it refers to, directly or indirectly. */
function reach(key: string, converted: Converted, reached: Set<string>): void {
  if (reached.has(key)) return
  reached.add(key)
  for (const name of referencesOf(converted[key])) reach(name, converted, reached)
}

/** Returns the names whose input and output differ, or that refer to such a name. */
function differing(converted: Record<Mode, Converted>, reached: Record<Mode, Set<string>>): Set<string> {
  const both = [...reached.input].filter((name) => reached.output.has(name))
  const differ = new Set(
    both.filter((name) => JSON.stringify(converted.input[name]) !== JSON.stringify(converted.output[name])),
  )
  // Each round adds the names that refer to names of the previous round, until a round adds no name.
  for (let size = -1; size !== differ.size; ) {
    size = differ.size
    for (const name of both)
      if (referencesOf(converted.input[name]).some((other) => differ.has(other))) differ.add(name)
  }
  return differ
}

function referencesOf(schema: JsonSchema | undefined): string[] {
  const found: string[] = []
  withReferences(schema ?? {}, (name) => {
    found.push(name)
    return name
  })
  return found
}

/** Returns a copy in which `rename` has replaced the name of each reference. */
function withReferences(schema: JsonSchema, rename: (name: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? rename(value.replace(COMPONENTS, '')) : value,
  )
}
