import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'

/** Formats a body: JSON objects and arrays with line breaks, anything else unchanged. */
export function prettyBody(body: string): string {
  try {
    const value: unknown = parseExactJson(body)
    return typeof value === 'object' && value !== null ? stringifyExactJson(value, 2) : body
  } catch {
    return body
  }
}
