import { type Schema, Validator } from '@cfworker/json-schema'
import type { JsonSchema, OpenApiDocument } from '@replywright/contract/openapi/types.ts'
import { storable } from '@replywright/contract/storable.ts'
import fc from 'fast-check'
import * as v from 'valibot'

type Definition = JsonSchema | boolean | undefined

/** The values of a document's schemas: arbitrary valid ones, and the problems of any value. */
export interface SchemaValues {
  /** Generates values that a schema accepts. */
  arbitrary(schema: JsonSchema): fc.Arbitrary<unknown>
  /** Returns the reasons why a schema rejects a value; none if it accepts the value. */
  problems(schema: JsonSchema, value: unknown): readonly string[]
}

/** Texts are not longer than this, except those of exactly the maximum length. */
const USUAL_LENGTH = 30
const LONGEST_TEXT = 512
const MOST_ITEMS = 2
const CHARACTERS = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

/** Descriptions exclude what cannot be stored, which JSON Schema cannot express. */
const ANY_JSON = fc.jsonValue({ maxDepth: 2 }).filter((value) => v.is(v.pipe(v.unknown(), storable()), value))

const hasReference = (schema: JsonSchema) => JSON.stringify(schema).includes('"$ref"')

export function schemaValues({ components }: OpenApiDocument): SchemaValues {
  const validators = new Map<JsonSchema, Validator>()
  const validatorOf = (schema: JsonSchema) => {
    const known = validators.get(schema)
    // References are resolved in the root, and the validator writes into the schemas that it reads.
    const root: Schema = known
      ? {}
      : JSON.parse(JSON.stringify(hasReference(schema) ? { ...schema, components } : schema))
    const validator = known ?? new Validator(root, '2020-12', false)
    validators.set(schema, validator)
    return validator
  }
  const problems = (schema: JsonSchema, value: unknown) =>
    validatorOf(schema)
      .validate(value)
      .errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)
  const resolved = (definition: Definition): JsonSchema => {
    const schema = typeof definition === 'object' ? definition : {}
    return schema.$ref ? resolved(components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema
  }
  const arbitraryOf = (definition: Definition): fc.Arbitrary<unknown> => {
    const schema = resolved(definition)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })))
    if (schema.type === 'object') return objects(schema)
    if (schema.type === 'array') {
      const items = arbitraryOf(Array.isArray(schema.items) ? undefined : schema.items)
      return fc.array(items, { minLength: schema.minItems ?? 0, maxLength: Math.max(schema.minItems ?? 0, MOST_ITEMS) })
    }
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fc.oneof(...choices.map(arbitraryOf))
    if (schema.type === 'string') return texts(schema)
    if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? -9, max: schema.maximum ?? 9 })
    if (schema.type === 'boolean') return fc.boolean()
    return schema.type === 'null' ? fc.constant(null) : ANY_JSON
  }
  const objects = ({ properties = {}, required = [], additionalProperties }: JsonSchema) => {
    const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)] as const)
    if (fields.length === 0 && typeof additionalProperties === 'object')
      return fc.dictionary(fc.stringMatching(/^[\w-]{1,8}$/), arbitraryOf(additionalProperties), {
        maxKeys: MOST_ITEMS,
      })
    return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
  }
  return {
    problems,
    // The alternatives of objects and lists are rules about their fields and items.
    arbitrary: (schema) => arbitraryOf(schema).filter((value) => problems(schema, value).length === 0),
  }
}

function texts({ format, pattern, minLength = 0, maxLength = USUAL_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (format === 'uri')
    return fc.stringMatching(/^https:\/\/[a-z0-9]{1,12}\.example\/[\w-]{0,12}(\?[a-z]{1,5}=\d{1,5})?$/)
  // The format also allows unusual characters, which the API rejects.
  if (format === 'email') return fc.stringMatching(/^[a-z0-9]{1,12}@[a-z0-9]{1,12}\.com$/)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const usual = fc.string({ unit: CHARACTERS, minLength, maxLength: Math.min(maxLength, minLength + USUAL_LENGTH) })
  return maxLength > LONGEST_TEXT
    ? usual
    : fc.oneof({ weight: 4, arbitrary: usual }, fc.constant('🚲'.repeat(maxLength)))
}

/** Returns the values of a field that its schema forbids, of each kind: type, length, form, range and number. */
export function forbiddenValues(schema: JsonSchema, value: unknown): unknown[] {
  const types = [schema.type].flat()
  const { minLength = 0, maxLength, pattern, format, minimum, maximum, maxItems } = schema
  const texts = [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
    ...(pattern !== undefined || format !== undefined ? ['\u0000'] : []),
  ]
  const numbers = [...(minimum !== undefined ? [minimum - 1] : []), ...(maximum !== undefined ? [maximum + 1] : [])]
  return [
    ...(types.includes('string') ? texts : []),
    ...(types.includes('integer') ? [...numbers, 1.5] : []),
    ...(Array.isArray(value) && maxItems !== undefined ? [Array(maxItems + 1).fill(value[0])] : []),
  ]
}
