import type { Json, JsonObject } from './resource.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** The members of an object, none for anything else. */
export function objectAt(value: Json | undefined, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined
  return isObject(member) ? member : {}
}

/** A list as it is, nothing as an empty list, a single value as a list of one (CloudFormation and IAM allow both). */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  return isList(value) ? value : [value]
}

/** The objects of a list; what is not an object is left out. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject)
}

/** Text as it is, numbers and booleans in their JSON spelling (templates write `"true"` and `true` alike). */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The texts of a list or of a single value. */
export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? [])
}

/** True for `true` and `"true"`. */
export function isTrue(value: Json | undefined): boolean {
  return textOf(value) === 'true'
}

/** A number, also when it is written as text. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = Number(textOf(value) ?? Number.NaN)
  return Number.isNaN(number) ? undefined : number
}

/**
 * An object out of JSON text.
 * @throws SyntaxError when the text is no JSON or no object.
 */
export function parseObject(text: string): JsonObject {
  const value: Json = JSON.parse(text)
  if (!isObject(value)) throw new SyntaxError('a JSON object was expected')
  return value
}
