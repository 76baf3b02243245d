/** One event in the processing of a message. */
export interface TraceEvent {
  /** Milliseconds since the epoch, by the service's clock unless `where` is the provider. */
  readonly at: number
  readonly durationMs?: number
  readonly what: string
  readonly where: string
  readonly outcome?: string
  readonly failed?: boolean
  /** The message, turn or delivery of the event. */
  readonly id: string
  /** Text of a customer, an agent or a tool. */
  readonly content?: string
}

/** Returns the time that a message waited in its queue after the relay sent it, as text. */
export function waited(relayedAt: number | undefined, at: number): string {
  return relayedAt === undefined ? '' : `, waited ${Math.max(0, at - relayedAt)} ms`
}
