import type { BuildAppOptions } from 'fauxqs'

type Store = NonNullable<BuildAppOptions['stores']>['sqsStore']

/**
 * Makes the future queues of a store count their messages as of now. The engine itself notices the end of a delay or
 * visibility timeout only on a receive, and a dead-letter queue has no consumer.
 */
export function countWhatIsDue(store: Store): void {
  const create = store.createQueue.bind(store)
  store.createQueue = (...definition) => {
    const queue = create(...definition)
    const attributes = queue.getAllAttributes.bind(queue)
    queue.getAllAttributes = (requested) => {
      queue.processTimers()
      return attributes(requested)
    }
    return queue
  }
}
