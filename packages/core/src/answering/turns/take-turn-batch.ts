import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { logError } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { eachRecord, type RecordFate } from '../../platform/queues/each-record.ts'
import type { MessageFate } from '../../platform/queues/message-fate.ts'
import { showAgain } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { failUnexpectedly } from './fail-turn.ts'
import { type MessageTimes, takeTurn } from './take-turn.ts'
import { QueuedTurn, turnKey } from './turn-cause.ts'

const Body = v.pipe(v.string(), v.parseJson(), QueuedTurn)

/** Takes the turn of each message; one that is kept is shown again when its fate says. */
export async function takeTurnBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  return await eachRecord(event, 'turn.failed', async (record) => {
    const sentAt = Number(record.attributes.SentTimestamp)
    const relayedAt = Number(record.messageAttributes.relayedAt?.stringValue ?? sentAt)
    const receipts = Number(record.attributes.ApproximateReceiveCount)
    const fate = await takeMessage(record.body, { sentAt, relayedAt, receipts }, clock)
    if (fate.kind === 'keep') await showAgain(settings.TURNS_QUEUE_URL, record, fate.visibilitySeconds)
    return fate.kind satisfies RecordFate
  })
}

async function takeMessage(body: string, times: MessageTimes, clock: () => number): Promise<MessageFate> {
  const parsed = v.safeParse(Body, body)
  if (!parsed.success) {
    logError('turn.unreadable', new v.ValiError(parsed.issues))
    return { kind: 'keep', visibilitySeconds: 0 }
  }
  const queued = parsed.output
  const { id: turnId, ...place } = turnKey(queued)
  addFacts({ ...place, turnId })
  try {
    return await takeTurn(queued, times, clock)
  } catch (error) {
    logError('turn.failed', error)
    return await failUnexpectedly(turnKey(queued), error, clock())
  }
}
