/** Error texts of DynamoDB or its client that refuse the content of an item, not the request itself. */
const REASONS = [
  /nesting levels/i,
  /size .*exceeded|exceeded .*size/i,
  /must be under \d+ bytes/i,
  /number (over|under)flow/i,
  /significant digits/i,
  /MAX_SAFE_INTEGER/,
]

/**
 * Returns whether DynamoDB refused a write for its content: nested too deeply, too large, or with an invalid number or
 * key. A retry does not help. Other refusals can be defects of this service, so a later version may succeed.
 */
export function isRefusedContent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (REASONS.some((reason) => reason.test(String(cause)))) return true
  return false
}
