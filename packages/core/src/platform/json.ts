export { isObject, type JsonObject } from '@messaging/contract/json.ts'

/** Parses JSON. Returns undefined if the text is not valid JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
