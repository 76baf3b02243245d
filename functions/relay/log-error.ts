/** One JSON line, written to the standard output itself: Lambda would put what goes through `console` below `message`. */
export function logError(event: string, facts: Readonly<Record<string, string | number | undefined>>): void {
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', event, ...facts })}\n`)
}
