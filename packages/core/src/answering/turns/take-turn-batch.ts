import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { logError } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { consume } from '../../platform/queues/consume.ts'
import { type Fate, keep } from '../../platform/queues/fate.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { failUnexpectedly } from './fail-turn.ts'
import { takeTurn } from './take-turn.ts'
import { turnKey } from './turn-cause.ts'

const failure = 'turn.failed'

export async function takeTurnBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.TURNS_QUEUE_URL), unreadable }
  return await consume(event, 'turns', consumer, async (queued, receipt) => {
    const key = turnKey(queued)
    const { id: turnId, ...place } = key
    addFacts({ ...place, turnId })
    try {
      return await takeTurn(queued, receipt, clock)
    } catch (error) {
      logError(failure, error)
      return await failUnexpectedly(key, error, clock())
    }
  })
}

/**
 * Makes an unreadable message visible at once, so that it soon reaches the dead-letter queue: other messages of its
 * conversation wait behind it.
 */
function unreadable(error: unknown): Fate {
  logError('turn.unreadable', error)
  return keep(0)
}
