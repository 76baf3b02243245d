/** Formats a body: JSON objects and arrays with line breaks, anything else unchanged. */
export function prettyBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : body
  } catch {
    return body
  }
}
