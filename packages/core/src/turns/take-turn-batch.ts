import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as v from 'valibot'
import { log } from '../log.ts'
import { addFacts } from '../log-context.ts'
import { eachRecord } from '../queues/each-record.ts'
import { showAgain } from '../queues/show-again.ts'
import { settings } from '../settings.ts'
import { QueuedTurn, turnKey } from './cause.ts'
import { takeTurn } from './take-turn.ts'

/** What fails for a reason that nobody thought of is tried again after so long: the customer's next messages wait behind it. */
const FAILURE_SECONDS = [2, 10, 30, 60]

/** Takes the turn of each message; one that is kept is shown again when its fate says. */
export async function takeTurnBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  return await eachRecord(event, 'turn.failed', async (record) => {
    const queued = v.parse(QueuedTurn, JSON.parse(record.body))
    const { id: turnId, ...place } = turnKey(queued)
    addFacts({ ...place, turnId })
    try {
      const fate = await takeTurn(queued, { sentAt: Number(record.attributes.SentTimestamp) }, clock)
      if (fate.kind === 'delete') return 'delete'
      log('turn.kept', { visibilitySeconds: fate.visibilitySeconds })
      await showAgain(settings.TURNS_QUEUE_URL, record, fate.visibilitySeconds)
      return 'keep'
    } catch (error) {
      await showAgain(settings.TURNS_QUEUE_URL, record, failureSeconds(record))
      throw error
    }
  })
}

function failureSeconds({ attributes }: SQSRecord): number {
  return FAILURE_SECONDS[Number(attributes.ApproximateReceiveCount) - 1] ?? FAILURE_SECONDS.at(-1) ?? 0
}
