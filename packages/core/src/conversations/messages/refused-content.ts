/** How DynamoDB, or its client, says that what an item holds is the reason for a refusal, not the request itself. */
const REASONS = [
  /nesting levels/i,
  /size .*exceeded|exceeded .*size/i,
  /must be under \d+ bytes/i,
  /number (over|under)flow/i,
  /significant digits/i,
  /MAX_SAFE_INTEGER/,
]

/**
 * Whether a write failed because DynamoDB cannot store its content: nested too deeply, too large, or with a number or key that it
 * does not take. Trying again does not help. Other refusals can be our own mistake, so that a later version may succeed.
 */
export function isRefusedContent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (REASONS.some((reason) => reason.test(String(cause)))) return true
  return false
}
