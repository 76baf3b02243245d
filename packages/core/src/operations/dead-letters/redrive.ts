import {
  CancelMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { derivedId } from '../../platform/clock.ts'
import { type DeadLetterQueue, sqs } from './dead-letter-queue.ts'
import type { DeadLetter, HeldMessages } from './hold-messages.ts'

/** How far the redrive of a whole queue is. SQS counts approximately. */
export interface RedriveProgress {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed'
  readonly moved: number
  readonly total: number
  readonly failure: string | undefined
  /** In milliseconds; undefined when there never was one. */
  readonly startedAt: number | undefined
}

/**
 * Starts to move every message back to the queue it came from, and answers the task's handle. SQS does it on its own from then
 * on. Fails while another such task of the queue runs.
 */
export async function startRedrive({ arn }: DeadLetterQueue): Promise<string> {
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }))
  return TaskHandle ?? ''
}

/** The latest redrive of a queue. SQS may take a moment to know of one that was just started. */
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
 * Moves messages that are held back to `sourceUrl` as they are, one by one. Sent before it is deleted, so that none is lost;
 * its attributes stay, because the time of its first sending tells the worker that it was redriven.
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
        // With its old id an ordered queue would take it for a repetition of the first.
        ...(sourceUrl.endsWith('.fifo') && { MessageDeduplicationId: derivedId('redriven', message.messageId) }),
      }),
    )
    await held.remove([message])
  }
}
