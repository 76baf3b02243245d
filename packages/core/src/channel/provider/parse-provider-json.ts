/** Ids of templates come as numbers, which may be too large for a double. Only a key can be followed by a colon. */
const TEMPLATE_ID = /("message_template_id"\s*:\s*)(\d+)/g

/**
 * The provider's JSON, ids of templates as text; undefined when it is none. Half of a character, which JSON can escape but
 * neither the table nor every reader of JSON takes, becomes U+FFFD.
 */
export function parseProviderJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString().replace(TEMPLATE_ID, '$1"$2"'), wellFormed)
  } catch {
    return undefined
  }
}

function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
