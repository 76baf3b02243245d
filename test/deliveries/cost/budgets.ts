/** A flow's usage of one function. */
interface Usage {
  readonly write: number
  readonly read: number
  /** Requests to queues: by the function, and by its mapping. */
  readonly queue: number
  /** Maximum: the relay may receive two items in one batch. */
  readonly executions: number
  /** Schedules created, each of which is invoked once. @default 0 */
  readonly schedules?: number
  /** Maximum: log bytes vary with the numbers in lines. */
  readonly log: number
}

/** The usage of a flow by function. Calls of KMS are not listed: no flow makes any once its secrets are cached. */
export type Budget = Readonly<Record<string, Usage>>

/**
 * The usage of each flow, which `budget.test.ts` measures and `npm run bench -- scale` multiplies. `window` is what a
 * conversation's service window costs in addition to its messages: the schedules, and the events `expiring` and `closed`. `outbound` is
 * what the events `message.sent` and `message.status.delivered` cost in addition to a message to a customer.
 */
export const BUDGETS = {
  inbound: {
    Ingress: { write: 3, read: 2, queue: 0, executions: 1, log: 340 },
    Relay: { write: 0, read: 0, queue: 1, executions: 1, log: 0 },
    Deliver: { write: 1, read: 1.5, queue: 2, executions: 1, log: 400 },
  },
  retry: {
    Deliver: { write: 5, read: 1, queue: 3, executions: 1, log: 1600 },
  },
  answered: {
    Ingress: { write: 5, read: 2.5, queue: 0, executions: 3, log: 340 },
    Relay: { write: 0, read: 0, queue: 2, executions: 2, log: 0 },
    Deliver: { write: 1, read: 1.5, queue: 2, executions: 1, log: 400 },
    Answer: { write: 10, read: 6.5, queue: 2, executions: 1, log: 950 },
  },
  outbound: {
    ConversationsSendMessage: { write: 3, read: 1.5, queue: 0, executions: 0, log: 50 },
    Ingress: { write: 4.5, read: 2, queue: 0, executions: 0, log: 50 },
    Relay: { write: 0, read: 0, queue: 2, executions: 2, log: 0 },
    Deliver: { write: 2, read: 3, queue: 4, executions: 2, log: 900 },
  },
  window: {
    Ingress: { write: 1, read: 0, queue: 0, executions: 0, log: 100 },
    Relay: { write: 0, read: 0, queue: 3, executions: 3, log: 0 },
    Window: { write: 11, read: 9, queue: 6, executions: 3, schedules: 2, log: 1700 },
    Deliver: { write: 2, read: 3, queue: 4, executions: 2, log: 900 },
  },
  read: {
    ConversationsGet: { write: 0, read: 2, queue: 0, executions: 1, log: 0 },
  },
} as const satisfies Readonly<Record<string, Budget>>
