import { parseBoundedJson } from './json-depth.ts'

/** An object of parsed JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns whether a value is an object, neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON. Returns undefined if the text is not valid JSON, or nested deeper than `MOST_LEVELS`. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseBoundedJson(text) }
  } catch {
    return undefined
  }
}
