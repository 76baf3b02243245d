/** Writes a JSON line directly to standard output. Lambda would nest output of `console` below `message`. */
export function logError(event: string, facts: Readonly<Record<string, string | number | undefined>>): void {
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', event, ...facts })}\n`)
}
