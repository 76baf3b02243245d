/** Template ids arrive as numbers that may be too large for a double. Only a key can be followed by a colon. */
const TEMPLATE_ID = /("message_template_id"\s*:\s*)(\d+)/g

/**
 * Parses the provider's JSON, with template ids as strings. Returns undefined if it is invalid. A lone surrogate
 * becomes U+FFFD: JSON can escape one, but DynamoDB and some JSON readers reject it.
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
