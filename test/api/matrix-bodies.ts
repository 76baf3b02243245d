import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import type { JsonSchema } from '@replywright/contract/openapi/types.ts'

/** A field in a body: its path and its schema. */
export interface Place {
  readonly path: readonly string[]
  readonly schema: JsonSchema
}

const { paths, components } = openApiDocument('https://api.messaging.example')

interface Route {
  readonly path: string
  readonly method: string
}

const mediaOf = ({ path, method }: Route) =>
  paths[path.replaceAll('+}', '}')]?.[method.toLowerCase()]?.requestBody?.content['application/json']

/** Returns the documented examples of an operation's JSON body. */
export function examplesOf(route: Route): unknown[] {
  return Object.values(mediaOf(route)?.examples ?? {}).map(({ value }) => value)
}

/** Returns every field, at any depth, that `body` has and the operation's schema describes. */
export function placesOf(route: Route, body: unknown): Place[] {
  return placesInside(mediaOf(route)?.schema ?? {}, body, [])
}

/** Returns the names of the fields of an operation's JSON body. */
export function fieldsOf(route: Route): string[] {
  const schema = resolved(mediaOf(route)?.schema)
  return [schema, ...(alternativesOf(schema) ?? []).map(resolved)].flatMap(({ properties = {} }) =>
    Object.keys(properties),
  )
}

function placesInside(schema: JsonSchema, value: unknown, path: readonly string[]): Place[] {
  const { properties = {}, items } = alternativeFor(resolved(schema), value)
  if (Array.isArray(value) && value.length > 0) return placesInside(resolved(items), value[0], [...path, '0'])
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = properties[name]
    if (field === undefined) return []
    const place = { path: [...path, name], schema: resolved(field) }
    return [place, ...placesInside(place.schema, inner, place.path)]
  })
}

/** Returns the alternative that describes `value`. */
function alternativeFor(schema: JsonSchema, value: unknown): JsonSchema {
  const alternatives = alternativesOf(schema)?.map(resolved)
  if (!alternatives) return schema
  // Any JSON is accepted beside the alternatives that are described.
  if (alternatives.some((each) => wrongValue(each) === undefined)) return {}
  const kind = (name: string, field: unknown) =>
    alternatives.find(({ properties }) => resolved(properties?.[name]).enum?.[0] === field)
  const tagged = typeof value === 'object' && value !== null && 'type' in value ? kind('type', value.type) : undefined
  return tagged ?? alternatives.find((each) => accepts(each, value)) ?? {}
}

function alternativesOf({ oneOf, anyOf }: JsonSchema): JsonSchema['anyOf'] {
  return oneOf ?? anyOf
}

function resolved(definition: JsonSchema['items'] | JsonSchema): JsonSchema {
  const schema = typeof definition === 'object' && !Array.isArray(definition) ? definition : {}
  return schema.$ref ? resolved(components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema
}

/** One value of each JSON type; the number is not an integer. */
const CANDIDATES: readonly unknown[] = [7.5, 'no such choice', true, {}, []]

/** Returns a value that the schema does not allow, or undefined if it allows any. */
export function wrongValue(schema: JsonSchema): unknown {
  return CANDIDATES.find((candidate) => !accepts(schema, candidate))
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  const choices = alternativesOf(schema)
  if (choices) return choices.some((choice) => accepts(resolved(choice), value))
  if (schema.enum) return schema.enum.some((choice) => choice === value)
  if (schema.type === undefined) return true
  return [schema.type].flat().some((type) => isOfType(type, value))
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Returns a copy of a body with another value at `path`. */
export function withValue(body: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === first ? withValue(item, rest, value) : item))
  const object = Object(body)
  return { ...object, [first]: withValue(object[first], rest, value) }
}

/**
 * Returns a copy of a JSON value with every field replaced by the result of `replace`; `undefined` removes the field.
 */
export function mapFields(
  value: unknown,
  replace: (name: string, inner: unknown, depth: number) => unknown,
  depth = 0,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, replace, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const replaced = Object.entries(value).map(([name, inner]) => [name, replace(name, inner, depth)] as const)
  return Object.fromEntries(
    replaced
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [name, mapFields(inner, replace, depth + 1)]),
  )
}
