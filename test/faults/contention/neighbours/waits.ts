/** Waits in milliseconds. A wait in the queue ends when a worker receives the message that it processes. */
export interface Waits {
  /** From a customer's message to its delivery. */
  readonly delivered: number[]
  /** From a customer's message to the agent's answer. */
  readonly answered: number[]
  /** The part of `delivered` in the queue. */
  readonly deliveryQueued: number[]
  /** The part of `answered` in the queue. */
  readonly turnQueued: number[]
}

/** What has not happened after this time counts as this time. */
export const LONGEST_MS = 60_000
