import type { HeldMessages } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import { holdMessages } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import type { NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'
import { isCalled } from './letter-view.ts'

/** A dead letter is looked for among so many messages of a queue. */
const SEARCHED_AT_MOST = 10_000

/** Holds messages of a queue until the one with this id, of its own or its delivery, is among them. */
export async function holdUntil({ url }: NamedQueue, id: string): Promise<HeldMessages> {
  return await holdMessages(url, { limit: SEARCHED_AT_MOST, isLast: (message) => isCalled(id, message) })
}

/** Those of the messages that have this id, of their own or their delivery. */
export function called(id: string, { messages }: HeldMessages) {
  return messages.filter((message) => isCalled(id, message))
}
