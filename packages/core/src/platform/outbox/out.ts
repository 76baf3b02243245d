import { type QueueBody, RELAYED_QUEUE_NAMES, type RelayedQueueName } from '@replywright/contract/queues.ts'

/**
 * The message to send because the item that carries it was written. The relay copies it to the queue when the item's
 * INSERT appears in the table's stream. `q` queue, `g` message group, `b` body, `d` delay in seconds, `r` the
 * `x-request-id` of the request that caused it, for the receiver's log.
 */
export const outAttribute = {
  type: 'map',
  properties: {
    q: { type: RELAYED_QUEUE_NAMES, required: true },
    g: { type: 'string', required: true },
    b: { type: 'string', required: true },
    d: { type: 'number' },
    r: { type: 'string' },
  },
} as const

/** The stored value of `out`. */
export interface Out {
  q: RelayedQueueName
  g: string
  b: string
  d?: number
  r?: string
}

/** Returns the `out` attribute that sends a message to a queue. `requestId` is that of the request that causes it. */
export function outTo<Name extends RelayedQueueName>(
  queue: Name,
  group: string,
  body: QueueBody<Name>,
  {
    delaySeconds,
    requestId,
  }: { readonly delaySeconds?: number | undefined; readonly requestId?: string | undefined } = {},
): Out {
  return {
    q: queue,
    g: group,
    b: JSON.stringify(body),
    ...(delaySeconds && { d: delaySeconds }),
    ...(requestId && { r: requestId }),
  }
}
