import type { Json, JsonObject } from './resource.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** Returns an object member; an empty object for any other value. */
export function objectAt(value: Json | undefined, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined
  return isObject(member) ? member : {}
}

/** Returns a list: empty for nothing, of one for a single value (CloudFormation and IAM allow both). */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  return isList(value) ? value : [value]
}

/** Returns the objects of a list and omits all other items. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject)
}

/** Returns a string unchanged, and numbers and booleans as in JSON (templates contain both `"true"` and `true`). */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Returns the strings of a list or of a single value. */
export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? [])
}

/** Returns true for `true` and `"true"`. */
export function isTrue(value: Json | undefined): boolean {
  return textOf(value) === 'true'
}

/** Returns a number, also from a string. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = Number(textOf(value) ?? Number.NaN)
  return Number.isNaN(number) ? undefined : number
}

/** Parses a JSON object. @throws SyntaxError if the text is not a JSON object. */
export function parseObject(text: string): JsonObject {
  const value: Json = JSON.parse(text)
  if (!isObject(value)) throw new SyntaxError('expected a JSON object')
  return value
}
