import type { DeadLetter, Search } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import type { NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'

/** Maximum number of messages of a queue in a search. */
const SEARCHED_AT_MOST = 10_000

/** Returns a search by the id of the message or of its delivery. */
export function searchFor(id: string): Search {
  const isWanted = ({ messageId, body }: DeadLetter) => messageId === id || body.includes(`"deliveryId":"${id}"`)
  return { limit: SEARCHED_AT_MOST, isWanted }
}

export function notFound({ name }: NamedQueue, id: string): Error {
  return new Error(`No message of ${name} has the id ${id}, or another process has received it. Try again later.`)
}
