import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { eachRecord } from '../../platform/queues/each-record.ts'
import { StepReference } from './step-message.ts'
import { takeStep } from './take-step.ts'

/** Makes the step of each record; one that fails goes back to the queue. */
export async function takeStepBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  return await eachRecord(event, 'replay.failed', async ({ body }) => {
    await takeStep(v.parse(StepReference, JSON.parse(body)), clock)
    return 'delete'
  })
}
