import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { AWS_CLIENT } from '../aws-client.ts'
import { onFirstUse } from '../on-first-use.ts'

const sqs = /* @__PURE__ */ onFirstUse(() => new SQSClient(AWS_CLIENT))

/** Makes a message visible again after `seconds`, instead of after the queue's visibility timeout. */
export type ShowAgain = (record: Pick<SQSRecord, 'receiptHandle'>, seconds: number) => Promise<unknown>

export function showAgainIn(queueUrl: string): ShowAgain {
  return ({ receiptHandle }, seconds) =>
    sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    )
}
