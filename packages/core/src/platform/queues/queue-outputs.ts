import {
  type DeadLetterQueueName,
  deadLetterQueueOutput,
  QUEUE_NAMES,
  queueOutput,
  UNSENT_QUEUE_NAMES,
} from '@messaging/contract/queues.ts'

/** A dead-letter queue of the deployment. */
export interface NamedQueue {
  readonly name: DeadLetterQueueName
  readonly url: string
}

/** Returns the dead-letter queues that the outputs of the stacks name, in alphabetical order. */
export function deadLetterQueues(outputs: Readonly<Record<string, string>>): NamedQueue[] {
  return [...QUEUE_NAMES, ...UNSENT_QUEUE_NAMES].toSorted().flatMap((name) => {
    const url = outputs[deadLetterQueueOutput(name)]
    return url === undefined ? [] : [{ name, url }]
  })
}

/** Returns the URLs of the work queues that the outputs of the stacks name, by name. */
export function workQueueUrls(outputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    QUEUE_NAMES.flatMap((name) => {
      const url = outputs[queueOutput(name)]
      return url === undefined ? [] : [[name, url]]
    }),
  )
}
