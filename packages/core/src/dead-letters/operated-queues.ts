import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { Queue } from '@messaging/contract/dashboard/operations.ts'
import { notFound } from '../errors.ts'
import { settings } from '../settings.ts'
import { sqs } from './dead-letter-queue.ts'

/** Every queue of the service as it stands: work queues first, each kind by name. */
export async function viewQueues(): Promise<Queue[]> {
  const { WORK_QUEUE_URLS: work, DEAD_LETTER_QUEUE_URLS: dead } = settings
  return await Promise.all([
    ...byName(work).map(([name, url]) => viewQueue({ name, url, kind: 'work', redrivesTo: null })),
    ...byName(dead).map(([name, url]) =>
      viewQueue({ name, url, kind: 'dead-letter', redrivesTo: work[name] === undefined ? null : name }),
    ),
  ])
}

/** The URL of a dead-letter queue. 404 for a name that none has. */
export function requireDeadLetterQueue(name: string): string {
  const url = Object.hasOwn(settings.DEAD_LETTER_QUEUE_URLS, name) ? settings.DEAD_LETTER_QUEUE_URLS[name] : undefined
  if (url === undefined) throw notFound('dead-letter queue')
  return url
}

function byName(urls: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(urls).toSorted(([a], [b]) => a.localeCompare(b))
}

async function viewQueue({
  url,
  ...queue
}: Pick<Queue, 'name' | 'kind' | 'redrivesTo'> & { readonly url: string }): Promise<Queue> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  )
  return {
    ...queue,
    waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
    // A queue does not tell; its alarms watch it.
    oldestAgeSeconds: null,
  }
}
