import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Clock } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { consume, type Receipt } from '../../platform/queues/consume.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/fate.ts'
import { acquireSlot, releaseSlot } from '../../platform/queues/organization-slots.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { deleteFired } from '../wake-ups/wake-up-store.ts'
import { failUnexpectedly } from './fail-turn.ts'
import { runTurn } from './run-turn.ts'
import { turnStatus } from './turn-entity.ts'
import { findTurnOrigin, type QueuedTurn, turnKey } from './turn-origin.ts'
import { findTurn } from './turn-store.ts'

const failure = 'turn.failed'

export async function handleTurnBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.TURNS_QUEUE_URL), unreadable }
  return await consume(event, 'turns', consumer, async (queued, receipt) => {
    const key = turnKey(queued)
    const { id: turnId, ...conversation } = key
    addFacts({ ...conversation, turnId })
    try {
      const fate = await handleTurn(queued, receipt, clock)
      if (queued.kind === 'wakeUp' && fate.kind === 'delete') await deleteFired(queued)
      return fate
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

/** A message at its first receive, this soon after its origin, was not redriven. */
const FRESH_MILLISECONDS = 1000

/**
 * Returns whether a turn may have been stored before. If this is wrong, because a message was sent twice or redriven at
 * once, the first write of the turn fails, before any tool runs or message is sent.
 */
function mayBeKnown(queued: QueuedTurn, { relayedAt, sentAt, receiveCount }: Receipt): boolean {
  return queued.kind === 'wakeUp' || receiveCount > 1 || sentAt - relayedAt > FRESH_MILLISECONDS
}

/** Runs a turn when the organisation has a free slot, unless the turn is over. */
async function handleTurn(queued: QueuedTurn, receipt: Receipt, clock: Clock): Promise<Fate> {
  const { sentAt } = receipt
  const [origin, known] = await Promise.all([
    findTurnOrigin(queued),
    mayBeKnown(queued, receipt) ? findTurn(turnKey(queued)) : null,
  ])
  if (!origin || known?.status === 'answered') return DELETE
  // The message is moving to the dead-letter queue, unless it was redriven since.
  if (known && turnStatus(known) === 'failed' && sentAt <= (known.failedAt ?? 0)) return keep(0)
  const pool = { pool: 'turns', organizationId: queued.organizationId } as const
  const slot = await acquireSlot(pool, { holder: origin.id, since: sentAt }, clock)
  if (slot.kind === 'wait') {
    log('turn.waiting', { waitedMs: clock() - sentAt, visibilitySeconds: slot.seconds })
    return keep(slot.seconds)
  }
  try {
    return await runTurn(origin, known, receipt, clock)
  } finally {
    await releaseSlot(pool, origin.id, slot.part)
  }
}
