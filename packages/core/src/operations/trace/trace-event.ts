/** One thing that happened on a message's way. */
export interface TraceEvent {
  /** Milliseconds since the epoch, by our clock unless `where` is the provider. */
  readonly at: number
  readonly durationMs?: number
  readonly what: string
  readonly where: string
  readonly outcome?: string
  /** Whether it went wrong. */
  readonly failed?: boolean
  /** The message, turn or delivery that it happened to. */
  readonly id: string
  /** What a customer or an agent said, or a tool. */
  readonly content?: string
}

/** How long something waited in its queue since the relay sent it. */
export function waited(relayedAt: number | undefined, at: number): string {
  return relayedAt === undefined ? '' : `, waited ${Math.max(0, at - relayedAt)} ms`
}
