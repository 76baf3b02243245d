import type { JsonSchema } from '@valibot/to-json-schema'
import { exampleId } from './nouns.ts'
import { EXAMPLE_VALUES } from './values.ts'

type Definition = JsonSchema | boolean | undefined

export interface ExampleOptions {
  /** The named schemas that references point to. */
  readonly components: Readonly<Record<string, JsonSchema>>
  /** Whether to omit optional fields. */
  readonly sparse?: boolean
}

/**
 * Builds an example value of a schema. `owner` is the name of the schema or operation: a field without an example is
 * searched in `EXAMPLE_VALUES` as `Owner.field` and `field`. Other values are derived from the schema.
 */
export function exampleOf(schema: Definition, owner: string, options: ExampleOptions): unknown {
  return build(schema, { owner, field: '' }, options)
}

interface FieldPath {
  readonly owner: string
  readonly field: string
}

function build(definition: Definition, path: FieldPath, options: ExampleOptions): unknown {
  const schema = typeof definition === 'object' ? definition : {}
  if (schema.enum?.length === 1) return schema.enum[0]
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  const listed = listedValue(path)
  if (listed !== undefined) return listed
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return build(options.components[name], { owner: name.replace(/(Input|Change)$/, ''), field: '' }, options)
  }
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return build(choice, path, options)
  // The parts of a schema with a type are rules about it (`anyRule`).
  if (schema.allOf && !schema.type) return Object.assign({}, ...schema.allOf.map((part) => build(part, path, options)))
  return ofType(schema, path, options)
}

function listedValue({ owner, field }: FieldPath): unknown {
  const own = field === '' ? owner : `${owner}.${field}`
  return own in EXAMPLE_VALUES ? EXAMPLE_VALUES[own] : EXAMPLE_VALUES[field]
}

function ofType(schema: JsonSchema, path: FieldPath, options: ExampleOptions): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return ofObject(schema, path, options)
    case 'array':
      return options.sparse && !schema.minItems
        ? []
        : [
            build(
              Array.isArray(schema.items) ? schema.items[0] : schema.items,
              { ...path, field: `${path.field}[]` },
              options,
            ),
          ]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'string':
      return ofString(schema, path)
    default:
      return {}
  }
}

function ofObject(schema: JsonSchema, { owner, field }: FieldPath, options: ExampleOptions): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const shown = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || !(options.sparse || isDeprecated(property)),
  )
  // Fields of an unnamed object are looked up by the name of its field: `contact.name`.
  const inner = field === '' ? owner : field
  return Object.fromEntries(
    shown.map(([name, property]) => [name, build(property, { owner: inner, field: name }, options)]),
  )
}

function isDeprecated(schema: Definition): boolean {
  return typeof schema === 'object' && 'deprecated' in schema && schema.deprecated === true
}

function ofString({ format, minLength = 0 }: JsonSchema, { owner, field }: FieldPath): string {
  if (format === 'uuid' || field === 'id') return exampleId(`${owner}.${field}`)
  if (format === 'date-time') return '2026-03-02T09:15:30.000Z'
  if (format === 'uri') return 'https://example.com/'
  if (format === 'binary') return '(the bytes of the file)'
  return 'text'.padEnd(minLength, '.')
}
