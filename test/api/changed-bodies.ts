import fc from 'fast-check'
import { placesOf, withValue, wrongValue } from './matrix-bodies.ts'
import { forbiddenValues } from './schema-values.ts'

/**
 * Generates copies of a body with one field removed, or with a value that its schema forbids. Leaves deprecated fields,
 * which are ignored beside their replacement.
 */
export function changedBody(route: Parameters<typeof placesOf>[0], body: unknown): fc.Arbitrary<unknown> {
  const changes = placesOf(route, body).flatMap(({ path, schema }) => {
    if ('deprecated' in schema) return []
    const value = path.reduce<unknown>((inside, name) => Object(inside)[name], body)
    const wrong = wrongValue(schema)
    return [undefined, ...(wrong === undefined ? [] : [wrong]), ...forbiddenValues(schema, value)].map((changed) =>
      // An absent field is a missing key, not one with the value undefined.
      JSON.parse(JSON.stringify(withValue(body, path, changed))),
    )
  })
  return changes.length === 0 ? fc.constant(body) : fc.constantFrom(...changes)
}
