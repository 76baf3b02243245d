/** A customer's message, and its delivery to one webhook. */
export interface Message {
  /** When the customer sent it. */
  readonly sentAt: number
  readonly organization: number
  readonly webhook: number
  /** Whether it is the bad tenant's. */
  readonly isBad: boolean
  readonly isAnswered: boolean
  readonly group: string
  attempts: number
}
