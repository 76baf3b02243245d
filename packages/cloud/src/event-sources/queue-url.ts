/** Returns the engine's URL of a queue. The engine has only one account. */
export function queueUrlOf(endpoint: string, queueArn: string): string {
  return `${endpoint}/000000000000/${queueArn.split(':').at(-1)}`
}
