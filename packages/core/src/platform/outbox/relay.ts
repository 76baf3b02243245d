import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { type Outgoing, packBatches, sendBatch } from './send-batch.ts'

interface RelayOptions {
  readonly sqs: Pick<SQSClient, 'send'>
  /** URLs of the work queues, by the names in `out.q`. */
  readonly queueUrls: Readonly<Record<string, string>>
  readonly deadQueueUrl: string
  readonly logError: (event: string, facts: Readonly<Record<string, string | number | undefined>>) => void
}

/**
 * Copies the `out` attribute of new items to the queue that it names. It is independent of entities, and never throws
 * because of content: records that cannot be sent, or that SQS rejects for their content, go to the relay's dead-letter
 * queue. Lambda retries a record that SQS did not accept, with all records after it. That holds back other queues, so
 * after two minutes the records of a queue that still fails go to the dead-letter queue, too.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #failing = new FailingQueues()

  constructor(options: RelayOptions) {
    this.#options = options
  }

  /** Relays the records of a batch at `relayedAt`. */
  async relay(event: DynamoDBStreamEvent, relayedAt: EpochMs): Promise<DynamoDBBatchResponse> {
    const { queueUrls } = this.#options
    const outgoing = event.Records.map((record) => ({ record, out: outgoingOf(record) }))
    const sendable = outgoing.flatMap(({ record, out }) => (out && queueUrls[out.q] ? [{ record, out }] : []))
    const unknown = outgoing.filter(({ out }) => !out || !queueUrls[out.q])
    const failed = await Promise.all([
      ...[...Map.groupBy(sendable, ({ out }) => out.q)].flatMap(([queue, items]) =>
        packBatches(items).map((batch) => this.#send(queue, batch, relayedAt)),
      ),
      this.#park(unknown.map(({ record }) => record)),
    ])
    const records = new Set(failed.flat())
    return {
      batchItemFailures: event.Records.filter((record) => records.has(record)).map((record) => ({
        itemIdentifier: record.dynamodb?.SequenceNumber ?? '',
      })),
    }
  }

  /** Sends a batch to its queue. Returns the records that Lambda must retry. */
  async #send(
    queue: string,
    batch: readonly (Outgoing & { readonly record: DynamoDBRecord })[],
    relayedAt: EpochMs,
  ): Promise<DynamoDBRecord[]> {
    const { sqs, queueUrls, logError } = this.#options
    const url = queueUrls[queue] ?? ''
    const isDown = this.#failing.isDown(queue, relayedAt)
    const { left, unsendable } = await sendBatch(sqs, url, batch, {
      relayedAt,
      ...(isDown && { retryDelaysMilliseconds: [] }),
      onError: (name, error, records) => logError(name, { queue: url, records, error: nameOf(error) }),
    })
    this.#failing.record(queue, left.length === 0, relayedAt)
    const recordsOf = (items: typeof left) => items.map(({ record }) => record)
    if (isDown) return await this.#park(recordsOf([...left, ...unsendable]))
    return [...recordsOf(left), ...(await this.#park(recordsOf(unsendable)))]
  }

  /** Sends the keys of records, never their content, to the dead-letter queue. Returns those for which that failed. */
  async #park(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
    const { sqs, deadQueueUrl: QueueUrl, logError } = this.#options
    const failed = await Promise.all(
      records.map(async (record) => {
        const MessageBody = JSON.stringify({ eventID: record.eventID, keys: record.dynamodb?.Keys })
        logError('relay.unsendable', { eventID: record.eventID })
        try {
          await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
          return []
        } catch (error) {
          logError('relay.failed', { queue: QueueUrl, error: nameOf(error) })
          return [record]
        }
      }),
    )
    return failed.flat()
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'NotAnError'
}

/** Returns `out` of a stream record, or undefined if it is missing or incomplete. */
function outgoingOf(record: DynamoDBRecord): Outgoing['out'] | undefined {
  const out = record.dynamodb?.NewImage?.out?.M
  const [q, g, b, d, r] = [out?.q?.S, out?.g?.S, out?.b?.S, out?.d?.N, out?.r?.S]
  if (!q || !g || b === undefined) return undefined
  return { q, g, b, ...(d !== undefined && { d: Number(d) }), ...(r !== undefined && { r }) }
}

/** A queue that fails for this long delays the messages to other queues no longer. */
const HOLD_MILLISECONDS = 120_000

/** Remembers since when queues fail. A failure long after the previous one begins anew: another instance may have succeeded. */
class FailingQueues {
  readonly #failing = new Map<string, { readonly since: EpochMs; readonly last: number }>()

  /** Records whether a queue accepted a batch. */
  record(queue: string, accepted: boolean, now: EpochMs): void {
    if (accepted) this.#failing.delete(queue)
    else this.#failing.set(queue, { since: this.#current(queue, now)?.since ?? now, last: now })
  }

  /** Returns whether a queue has failed for so long that its records are no longer held back. */
  isDown(queue: string, now: EpochMs): boolean {
    return now - (this.#current(queue, now)?.since ?? now) >= HOLD_MILLISECONDS
  }

  #current(queue: string, now: EpochMs) {
    const failing = this.#failing.get(queue)
    return failing && now - failing.last <= HOLD_MILLISECONDS ? failing : undefined
  }
}
