import type { DeadLetterQueueName } from '@replywright/contract/queues.ts'

const QUEUE_TEXTS = {
  deliveries: {
    title: 'Webhook deliveries',
    carries: 'Delivery attempts to endpoints.',
    deadMeans:
      'An endpoint was unreachable or returned 5xx four times in about two minutes. With fewer attempts, the worker itself failed.',
    todo: 'Wait until the endpoint is fixed, then redrive. If the worker failed, fix the cause shown in the log of deliver first.',
  },
  'slow-deliveries': {
    title: 'Deliveries to slow endpoints',
    carries: 'Delivery attempts to endpoints that took longer than a second within the last five minutes.',
    deadMeans: 'An endpoint did not respond in time, was unreachable, or returned 5xx four times.',
    todo: 'Wait until the endpoint is fixed, then redrive. If the worker failed, fix the cause shown in the log of deliver first.',
  },
  turns: {
    title: 'Agent replies',
    carries: 'Messages that agents reply to.',
    deadMeans: 'An agent could not reply, usually because its model was unavailable or rejected the request.',
    todo: 'Fix the cause shown in the log of answer. The conversation is flagged for a human. Redrive to let the agent retry.',
  },
  windows: {
    title: 'Service windows and wake-ups',
    carries: 'Window events and agent follow-ups.',
    deadMeans: 'A service window could not be processed: a request to EventBridge Scheduler or the table failed.',
    todo: 'Fix the cause, then redrive.',
  },
  replays: {
    title: 'Bulk replays',
    carries: 'Deliveries that users send again.',
    deadMeans: 'A step of a bulk replay failed.',
    todo: 'Fix the cause, then redrive. The replay continues where it stopped.',
  },
  documents: {
    title: 'Agent documents',
    carries: 'Uploaded files to read for agents.',
    deadMeans:
      'A request to the table or the bucket failed while a file was processed. An unreadable file does not cause a dead letter.',
    todo: 'Fix the cause shown in the log of extract, then redrive.',
  },
  proofs: {
    title: 'Proofs of agents',
    carries: 'Conversations that are played with agents.',
    deadMeans:
      'A request to the table failed while a conversation of a proof was played. A model that fails does not cause a dead letter.',
    todo: 'Fix the cause shown in the log of prove, then redrive. The proof continues where it stopped.',
  },
  schedules: {
    title: 'Unsent schedules',
    carries: 'Schedules that could not be sent.',
    deadMeans: 'EventBridge Scheduler could not send to the windows queue.',
    todo: 'Fix its role or the queue, resend lost work on the page Checks, then purge.',
  },
  relay: {
    title: 'Unsent messages',
    carries: 'Messages that the relay could not send.',
    deadMeans: 'An item names a queue that the relay does not know: the code and the stacks have different versions.',
    todo: 'Deploy both, resend lost work on the page Checks, then purge.',
  },
}

/** A queue's purpose, the meaning of its dead letters, and the next step. */
interface QueueWords {
  readonly title: string
  readonly carries: string
  readonly deadMeans: string
  readonly todo: string
}

const QUEUES: Readonly<Record<string, QueueWords>> = QUEUE_TEXTS satisfies Record<DeadLetterQueueName, QueueWords>

/** Returns the texts of a queue, or undefined if the queue is unknown. */
export function queueWords(name: string): QueueWords | undefined {
  return Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined
}

/** Returns the name of a queue in words. */
export function queueTitle(name: string): string {
  return queueWords(name)?.title ?? name
}

export const KNOWN_QUEUES: readonly string[] = Object.keys(QUEUES)
