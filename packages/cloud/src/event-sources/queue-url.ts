/** URL of a queue at the engine, which knows one account only. */
export function queueUrlOf(endpoint: string, queueArn: string): string {
  return `${endpoint}/000000000000/${queueArn.split(':').at(-1)}`
}
