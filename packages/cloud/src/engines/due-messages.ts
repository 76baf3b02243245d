import type { BuildAppOptions } from 'fauxqs'

type Store = NonNullable<BuildAppOptions['stores']>['sqsStore']

/**
 * Makes the queues that a store will have count their messages as of now. The engine itself notices only when somebody
 * receives that a delay or a visibility timeout is over, and nobody receives from a dead-letter queue.
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
