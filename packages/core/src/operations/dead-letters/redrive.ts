import {
  CancelMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { derivedId } from '../../platform/clock.ts'
import { type DeadLetterQueue, sqs } from './dead-letter-queue.ts'
import type { DeadLetter, HeldMessages } from './hold-messages.ts'

/** The progress of the redrive of a queue. Counts of SQS are approximate. */
export interface RedriveProgress {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed'
  readonly moved: number
  readonly total: number
  readonly failure: string | undefined
  /** In milliseconds; undefined if there was no redrive. */
  readonly startedAt: number | undefined
}

/** Starts SQS's background move of all messages to their source; returns its handle. Throws while one is running. */
export async function startRedrive({ arn }: DeadLetterQueue): Promise<string> {
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }))
  return TaskHandle ?? ''
}

/** Returns the latest redrive of a queue. SQS may not list a task immediately after its start. */
export async function viewRedrive({ arn }: DeadLetterQueue): Promise<RedriveProgress> {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn, MaxResults: 1 }))
  const [task] = Results
  return {
    status: STATUSES[task?.Status ?? ''] ?? 'running',
    moved: task?.ApproximateNumberOfMessagesMoved ?? 0,
    total: task?.ApproximateNumberOfMessagesToMove ?? 0,
    failure: task?.FailureReason,
    startedAt: task?.StartedTimestamp,
  }
}

const STATUSES: Readonly<Record<string, RedriveProgress['status']>> = {
  COMPLETED: 'done',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
}

export async function cancelRedrive(taskHandle: string): Promise<void> {
  await sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle: taskHandle }))
}

/**
 * Moves held messages back to `sourceUrl` unchanged, one by one. Each message is sent before it is deleted, so that
 * none is lost. Keeps the attributes: workers detect a redriven message by the time of its first sending.
 */
export async function redriveMessages(
  held: HeldMessages,
  messages: readonly DeadLetter[],
  sourceUrl: string,
): Promise<void> {
  for (const message of messages) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: sourceUrl,
        MessageBody: message.body,
        MessageAttributes: message.attributes,
        MessageGroupId: message.group,
        // With the old deduplication id, a FIFO queue would drop the message as a duplicate.
        ...(sourceUrl.endsWith('.fifo') && { MessageDeduplicationId: derivedId('redriven', message.messageId) }),
      }),
    )
    await held.remove([message])
  }
}
