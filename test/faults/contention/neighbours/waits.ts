/** Waits in milliseconds from a customer's message to its delivery, and to the agent's answer. */
export interface Waits {
  readonly delivered: number[]
  readonly answered: number[]
}

/** What has not happened after this time counts as this time. */
export const LONGEST_MS = 60_000
