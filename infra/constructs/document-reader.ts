import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { DataStack } from '../data-stack.ts'
import type { Settings } from '../settings.ts'
import { type FunctionCode, ServiceFunction } from './service-function.ts'
import { organizationSlots, SLOT_RECEIPTS, WorkerQueue } from './worker-queue.ts'

/** What is announced is looked for about forty times until its form has expired; the others are failures of AWS's. */
const RECEIPTS = 60 + SLOT_RECEIPTS

export interface DocumentReaderProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  /** Files that may be read at the same time. */
  readonly maximumConcurrency: number
}

/** Reads the files of agents' documents, apart from all else: a file can take all that its reader has. */
export class DocumentReader extends Construct {
  readonly worker: ServiceFunction
  readonly queue: WorkerQueue

  constructor(scope: Construct, id: string, { settings, code, data, maximumConcurrency }: DocumentReaderProps) {
    super(scope, id)
    const timeout = Duration.seconds(120)
    this.worker = new ServiceFunction(this, 'Extract', {
      settings,
      code,
      entry: 'extract',
      timeout,
      memorySize: 1024,
      environment: { STAGE: settings.stage },
    })
    data.table.grant(this.worker, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'])
    data.bucket.grant(this.worker, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'documents/')
    this.queue = new WorkerQueue(this, 'Documents', {
      worker: this.worker,
      maxReceiveCount: RECEIPTS,
      maximumConcurrency,
      // A file on which the worker dies must not take others with it.
      batchSize: 1,
      visibilityTimeout: timeout.plus(Duration.seconds(30)),
    })
    this.worker.allow(
      { actions: ['sqs:ChangeMessageVisibility'], resources: [this.queue.queue.queueArn] },
      {
        DOCUMENTS_QUEUE_URL: this.queue.queue.queueUrl,
        ...organizationSlots({ worker: this.worker, maximumConcurrency }),
      },
    )
  }
}
