import { deadLetterQueues, type NamedQueue } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import {
  type DeadLetter,
  describeDeadLetterQueue,
  holdMessages,
  type Search,
} from '@replywright/core/operations/dead-letters/dead-letter-queue.ts'
import { type DescribedLetter, describeLetters } from '@replywright/core/operations/dead-letters/dead-letters.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { invalidOption, readLimit } from '../../read-options.ts'
import { fieldLines, type Report, section, tableReport, textLines } from '../../report.ts'
import { count, showAge, showJson, showTime } from '../../show.ts'
import type { Column } from '../../terminal/table.ts'
import { deliveryJson, deliveryLines, wholeDeliveryJson } from '../delivery-report.ts'

const DEFAULT_LIMIT = '50'
/** Number of messages that are read to find the oldest one. */
const SAMPLE = 100

export async function listDeadLetters(input: Input, session: Session): Promise<Report> {
  const { queue, limit = DEFAULT_LIMIT } = input
  if (queue === undefined && input.limit !== undefined) throw invalidOption('--limit: use it with --queue')
  if (queue === undefined) return await listQueues(session)
  return await listMessages(deadLetterQueue(session.outputs, queue), readLimit(limit))
}

async function listQueues({ outputs, now }: Session): Promise<Report> {
  const queues = await Promise.all(deadLetterQueues(outputs).map((queue) => inspect(queue, now)))
  return tableReport({
    rows: queues,
    columns: [
      { title: 'QUEUE', of: ({ name }) => name, whole: true },
      {
        title: 'MESSAGES',
        of: ({ messages }) => messages,
        right: true,
        style: ({ messages }) => (messages > 0 ? 'red' : undefined),
      },
      { title: 'HELD', of: ({ held }) => held, right: true },
      { title: 'OLDEST', of: ({ oldest }) => oldest },
      { title: 'REDRIVES TO', of: ({ redrivesTo }) => redrivesTo },
    ],
    json: queues.map(({ oldest, ...queue }) => queue),
    empty: 'This deployment has no dead-letter queues.',
  })
}

async function inspect({ name, url }: NamedQueue, now: EpochMs) {
  const { messages, held, sourceUrl } = await describeDeadLetterQueue(url)
  const described = { name, url, messages, held, redrivesTo: sourceUrl?.split('/').at(-1) }
  if (messages === 0) return { ...described, oldestAt: null, oldest: undefined }
  await using sample = await holdMessages(url, { limit: Math.min(SAMPLE, messages) })
  const oldest = Math.min(now, ...sample.messages.map(({ sentAt }) => sentAt))
  return {
    ...described,
    oldestAt: new Date(oldest).toISOString(),
    oldest: `${messages > SAMPLE ? 'at least ' : ''}${showAge(now - oldest)}`,
  }
}

async function listMessages({ name, url }: NamedQueue, limit: number): Promise<Report> {
  await using held = await holdMessages(url, { limit })
  const letters = (await describeLetters(held.messages)).toSorted((a, b) => a.message.sentAt - b.message.sentAt)
  return tableReport({
    rows: letters,
    columns: letterColumns(letters),
    json: { queue: name, messages: letters.map(letterJson), more: held.more },
    empty: `The queue ${name} is empty.`,
    notes: held.more ? ['', `The queue has more than ${count(limit, 'message')}. Increase --limit.`] : [],
  })
}

export async function showDeadLetter({ id = '', queue }: Input, { outputs }: Session): Promise<Report> {
  const queues = queue === undefined ? deadLetterQueues(outputs) : [deadLetterQueue(outputs, queue)]
  for (const each of queues) {
    const letter = await findLetter(each, id)
    if (letter) return reportOf(each, letter)
  }
  throw new Error(
    `No message of ${queues.map(({ name }) => name).join(', ')} has the id ${id}, or another process has received it. ` +
      'To show a delivery that is not in a dead-letter queue: replywright webhook-deliveries get …',
  )
}

async function findLetter(queue: NamedQueue, id: string): Promise<DescribedLetter | undefined> {
  if ((await describeDeadLetterQueue(queue.url)).messages === 0) return undefined
  await using held = await holdMessages(queue.url, searchFor(id))
  const [letter] = await describeLetters(held.wanted)
  return letter
}

function reportOf({ name }: NamedQueue, letter: DescribedLetter): Report {
  const { message, reference, delivery, webhook } = letter
  return {
    json: { queue: name, ...letterJson(letter), delivery: delivery ? wholeDeliveryJson(delivery) : null },
    lines: (screen) => [
      ...fieldLines({
        queue: name,
        message: message.messageId,
        sent: showTime(message.sentAt),
        receipts: message.receipts,
        organization: reference?.organizationId,
      }),
      ...section('Body', textLines(showJson(message.body)), screen),
      ...section('Delivery', delivery ? deliveryLines(delivery, webhook, screen) : [], screen),
      ...(reference && !delivery ? ['', 'The record of the delivery has expired, or was deleted.'] : []),
    ],
  }
}

/** Returns a dead letter as JSON. `delivery` is null if its record was deleted, or if the message is not a delivery. */
export function letterJson({ message, reference, delivery, webhook }: DescribedLetter) {
  return {
    messageId: message.messageId,
    sentAt: new Date(message.sentAt).toISOString(),
    receipts: message.receipts,
    body: message.body,
    organizationId: reference?.organizationId ?? null,
    webhookId: reference?.webhookId ?? null,
    webhookName: webhook?.name ?? null,
    deliveryId: reference?.deliveryId ?? null,
    delivery: delivery ? deliveryJson(delivery) : null,
  }
}

const SENT: Column<DescribedLetter> = {
  title: 'SENT (UTC)',
  of: ({ message }) => showTime(message.sentAt),
  whole: true,
}

/** Returns the columns for dead letters: those of deliveries if all messages are deliveries. */
export function letterColumns(letters: readonly DescribedLetter[]): readonly Column<DescribedLetter>[] {
  if (letters.every(({ reference }) => reference !== undefined))
    return [
      { title: 'DELIVERY', of: ({ reference }) => reference?.deliveryId, whole: true },
      SENT,
      { title: 'CAUSE', of: ({ delivery }) => (delivery ? (delivery.cause ?? delivery.status) : 'record deleted') },
      { title: 'ATTEMPTS', of: ({ delivery }) => delivery?.attemptCount, right: true },
      { title: 'REPLAYED', of: ({ delivery }) => delivery && (delivery.replayedAs === undefined ? 'no' : 'yes') },
      { title: 'EVENT', of: ({ delivery }) => delivery?.event },
      { title: 'WEBHOOK', of: ({ webhook, reference }) => webhook?.name ?? reference?.webhookId },
    ]
  return [
    { title: 'MESSAGE', of: ({ message }) => message.messageId, whole: true },
    SENT,
    { title: 'RECEIPTS', of: ({ message }) => message.receipts, right: true },
    { title: 'BODY', of: ({ message }) => message.body },
  ]
}

/** Maximum number of messages of a queue in a search. */
export const SEARCHED_AT_MOST = 10_000

/** Returns a search by the id of the message or of its delivery. */
export function searchFor(id: string): Search {
  const isWanted = ({ messageId, body }: DeadLetter) => messageId === id || body.includes(`"deliveryId":"${id}"`)
  return { limit: SEARCHED_AT_MOST, isWanted }
}

export function notFound({ name }: NamedQueue, id: string): Error {
  return new Error(`No message of ${name} has the id ${id}, or another process has received it. Try again later.`)
}
