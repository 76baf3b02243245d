import { deadLetterQueues, type NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'

/**
 * The dead-letter queue that is called so.
 * @throws Error that says which there are
 */
export function deadLetterQueue(outputs: Readonly<Record<string, string>>, name: string): NamedQueue {
  const queues = deadLetterQueues(outputs)
  const queue = queues.find((one) => one.name === name)
  if (queue) return queue
  throw new Error(
    `There is no dead-letter queue "${name}". There are: ${queues.map((one) => one.name).join(', ') || 'none'}.`,
  )
}
