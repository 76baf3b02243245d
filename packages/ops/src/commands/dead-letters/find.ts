import type { DeadLetter, Search } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import type { NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'

/** A dead letter is looked for among so many messages of a queue. */
const SEARCHED_AT_MOST = 10_000

/** Looks for the message with this id: its own, or that of the delivery that it is about. */
export function searchFor(id: string): Search {
  const isWanted = ({ messageId, body }: DeadLetter) => messageId === id || body.includes(`"deliveryId":"${id}"`)
  return { limit: SEARCHED_AT_MOST, isWanted }
}

export function notFound({ name }: NamedQueue, id: string): Error {
  return new Error(`No message of ${name} has the id ${id}, or somebody else holds it.`)
}
