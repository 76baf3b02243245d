import { isObject, type JsonObject } from '../../platform/json.ts'

/** More than a tool needs; definitions that name each other many times would grow beyond any limit. */
const MOST_REFERENCES = 50

/**
 * Returns a JSON Schema in which each `$ref` to a definition of its own is replaced by that definition. A reference to itself,
 * to another document, or beyond the limit is left out, so that any value fits.
 */
export function inlineReferences(schema: JsonObject): JsonObject {
  let left = MOST_REFERENCES
  const inlineAll = (object: JsonObject, within: readonly string[]): JsonObject => {
    const { $ref, ...beside } = object
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, inline(value, within)]))
    if (within.includes($ref) || left-- <= 0) return inlineAll(beside, within)
    const target = targetOf(schema, $ref)
    return inlineAll(isObject(target) ? { ...target, ...beside } : beside, [...within, $ref])
  }
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => inline(each, within))
    return isObject(value) ? inlineAll(value, within) : value
  }
  return inlineAll(schema, [])
}

/** What a JSON pointer such as `#/$defs/Address` names. */
function targetOf(schema: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/')
  return names.reduce<unknown>((value, name) => {
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return isObject(value) && Object.hasOwn(value, plain) ? value[plain] : undefined
  }, schema)
}
