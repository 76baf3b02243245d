import type { DeadLetterQueueName } from '@messaging/contract/queues.ts'

/** What a queue carries, and what a dead letter of it means with what to do. The runbook has the same (DeadLetters). */
interface QueueWords {
  readonly carries: string
  readonly deadMeans: string
  readonly todo: string
}

const QUEUES: Readonly<Record<string, QueueWords>> = {
  deliveries: {
    carries: 'Deliveries to endpoints, attempt by attempt.',
    deadMeans:
      'An endpoint was down or answered 5xx, four times in about two minutes. With fewer attempts than four our own worker failed.',
    todo: 'Mend the endpoint, or wait for it, then redrive. If the worker failed, find the cause in the log of deliver and mend it first.',
  },
  turns: {
    carries: 'Turns of agents, one at a time for each conversation.',
    deadMeans: 'An agent could not answer: most often its model was down, or refused.',
    todo: 'Look at the log of answer and mend the cause. The conversation is flagged for a human; redrive to have the agent try again.',
  },
  windows: {
    carries: 'Service windows that open, expire and close, and wake-ups of agents.',
    deadMeans: 'A service window could not be looked at: the Scheduler or the table refused.',
    todo: 'Mend the cause, then redrive.',
  },
  replays: {
    carries: 'Steps of bulk replays.',
    deadMeans: 'A step of a bulk replay failed.',
    todo: 'Mend the cause, then redrive; the replay goes on where it was.',
  },
  documents: {
    carries: 'Documents of agents that are to be read.',
    deadMeans: 'The table or the bucket refused while a file was read. A file that cannot be read is no failure.',
    todo: 'Find the cause in the log of extract, mend it, then redrive.',
  },
  schedules: {
    carries: 'What EventBridge Scheduler could not send.',
    deadMeans: 'EventBridge Scheduler could not send to the queue of windows.',
    todo: 'Mend its role or the queue, run npm run ops -- reconcile, then purge.',
  },
  relay: {
    carries: 'What the relay could not send.',
    deadMeans: 'An item names a queue that the relay does not know: code and stacks do not fit together.',
    todo: 'Deploy both, run npm run ops -- reconcile, then purge.',
  },
} satisfies Record<DeadLetterQueueName, QueueWords>

/** The words for a queue; undefined for one that is not known here. */
export function queueWords(name: string): QueueWords | undefined {
  return Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined
}

/** The names of the queues that there are words for. */
export const KNOWN_QUEUES: readonly string[] = Object.keys(QUEUES)
