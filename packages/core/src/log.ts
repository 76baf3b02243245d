/** Facts of one decision: ids and small values, never a header, body, key, secret or signature. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** One JSON line for one decision. */
export function log(event: string, facts: Facts): void {
  console.info(JSON.stringify({ event, ...facts }))
}

/** One JSON line for what should not have happened, with the error's name, message and stack. */
export function logError(event: string, error: unknown, facts: Facts = {}): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  console.error(JSON.stringify({ event, ...facts, error: { name, message, stack } }))
}
