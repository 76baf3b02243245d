import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** `input` is what callers send, `output` what they are answered. */
export type Mode = 'input' | 'output'

/** JSON Schemas of one document: named ones once, referred to by `$ref` from wherever they are used. */
export interface Schemas {
  /** The JSON Schema, or a reference to it when it has a name. */
  schemaOf(schema: v.GenericSchema, mode: Mode): JsonSchema
  /** The named schemas that were used, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>
}

const COMPONENTS = '#/components/schemas/'
/** Keys of schemas without a name; no name holds a space. */
const anonymous = (index: number) => `anonymous ${index}`

/**
 * Converts schemas to JSON Schema 2020-12. Rules that JSON Schema cannot say stay in the descriptions. A named schema that
 * callers send in another form than they are answered has the form that is sent under its name and `Input`.
 */
export function createSchemas(
  named: ReadonlyMap<v.GenericSchema, string>,
  used: readonly { readonly schema: v.GenericSchema; readonly mode: Mode }[],
): Schemas {
  const keys = new Map(named)
  const names = new Set(named.values())
  for (const { schema } of used) if (!keys.has(schema)) keys.set(schema, anonymous(keys.size))
  // A copy of what has no name, so that nothing refers to it.
  const definitions = Object.fromEntries(
    Array.from(keys, ([schema, key]) => [key, names.has(key) ? schema : { ...schema }]),
  )
  const converted = { input: convert(definitions, 'input'), output: convert(definitions, 'output') }
  const reached = { input: new Set<string>(), output: new Set<string>() }
  for (const { schema, mode } of used) reach(keys.get(schema) ?? '', converted[mode], reached[mode])
  const split = differing(converted, reached)
  const nameIn = (mode: Mode, name: string) => (mode === 'input' && split.has(name) ? `${name}Input` : name)
  const finished = (mode: Mode, schema: JsonSchema) =>
    withReferences(schema, (name) => `${COMPONENTS}${nameIn(mode, name)}`)
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
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'file' ? { type: 'string', format: 'binary' } : undefined,
  })
}

/** Adds `key` and every named schema that it leads to. */
function reach(key: string, converted: Converted, reached: Set<string>): void {
  if (reached.has(key)) return
  reached.add(key)
  for (const name of referencesOf(converted[key])) reach(name, converted, reached)
}

/** Names that are sent and answered in different forms, or lead to such. */
function differing(converted: Record<Mode, Converted>, reached: Record<Mode, Set<string>>): Set<string> {
  const both = [...reached.input].filter((name) => reached.output.has(name))
  const differ = new Set(
    both.filter((name) => JSON.stringify(converted.input[name]) !== JSON.stringify(converted.output[name])),
  )
  // Each round finds those that lead to the ones of the round before; the last one finds none.
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

/** A copy with each reference replaced by what `rename` makes of its name. */
function withReferences(schema: JsonSchema, rename: (name: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? rename(value.replace(COMPONENTS, '')) : value,
  )
}
