import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { Queue } from '@messaging/contract/dashboard/operations.ts'
import { notFound } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { sqs } from './dead-letter-queue.ts'
import { oldestAges } from './oldest-ages.ts'

/** Returns the current state of all queues: work queues first, each kind by name. */
export async function viewQueues(now: number): Promise<Queue[]> {
  const { WORK_QUEUE_URLS: work, DEAD_LETTER_QUEUE_URLS: dead } = settings
  const counted = await Promise.all([
    ...byName(work).map(([name, url]) => countQueue({ name, url, kind: 'work', redrivesTo: null })),
    ...byName(dead).map(([name, url]) =>
      countQueue({ name, url, kind: 'dead-letter', redrivesTo: work[name] === undefined ? null : name }),
    ),
  ])
  const holding = counted.filter(({ waiting, inFlight, delayed }) => waiting + inFlight + delayed > 0)
  const ages = await oldestAges(
    holding.map(({ url }) => queueName(url)),
    now,
  )
  return counted.map(({ url, ...queue }) => ({ ...queue, oldestAgeSeconds: ages.get(queueName(url)) ?? null }))
}

/** Returns the URL of a dead-letter queue. @throws ServiceError 404 for an unknown name */
export function getDeadLetterQueue(name: string): string {
  const urls = settings.DEAD_LETTER_QUEUE_URLS
  const url = Object.hasOwn(urls, name) ? urls[name] : undefined
  if (url === undefined) throw notFound('dead-letter queue', 'name')
  return url
}

export function byName(urls: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(urls).toSorted(([a], [b]) => a.localeCompare(b))
}

/** Returns the name of a queue in AWS: the last part of its URL. */
export function queueName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

type Counted = Omit<Queue, 'oldestAgeSeconds'> & { readonly url: string }

async function countQueue(queue: Pick<Counted, 'name' | 'kind' | 'redrivesTo' | 'url'>): Promise<Counted> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queue.url,
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
  }
}
