import { deadLetterQueues, type NamedQueue } from '@replywright/contract/queues.ts'

/** @throws Error with the existing names if it does not exist */
export function deadLetterQueue(outputs: Readonly<Record<string, string>>, name: string): NamedQueue {
  const queues = deadLetterQueues(outputs)
  const queue = queues.find((one) => one.name === name)
  if (queue) return queue
  throw new Error(
    `There is no dead-letter queue "${name}". Valid names: ${queues.map((one) => one.name).join(', ') || 'none'}.`,
  )
}
