import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { AgentBodyEntity, AgentCountEntity, AgentEntity } from '../../agents/agent-entity.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import type { Clock } from '../../platform/clock.ts'
import { addFacts, log, logError } from '../../platform/log/log.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { consume, DELETE, type Fate, keep, type Receipt } from '../../platform/queues/consume.ts'
import { acquireSlot, releaseSlot, SlotsEntity } from '../../platform/queues/organization-slots.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { reportSession } from '../sessions/report-session.ts'
import { deleteFired } from '../wake-ups/wake-up-store.ts'
import { failUnexpectedly } from './fail-turn.ts'
import { runTurn } from './run-turn.ts'
import { findTurn, TurnEntity, type TurnItem, turnStatus } from './turn-entity.ts'
import { findTurnOrigin, type QueuedTurn, turnKey } from './turn-origin.ts'

const failure = 'turn.failed'

/** Creates the entities that every turn uses. Functions call it when they start. */
export function prepareTurns(): void {
  makeAtStart(ConversationEntity, MessageEntity, NumberEntity, SlotsEntity)
  makeAtStart(AgentEntity, AgentBodyEntity, AgentCountEntity, TurnEntity)
}

export async function handleTurnBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.TURNS_QUEUE_URL), unreadable }
  return await consume(event, 'turns', consumer, async (queued, receipt) => {
    if (queued.kind === 'session') return await reportSession(queued, receipt, clock)
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
  const { sentAt, receiveCount } = receipt
  const key = turnKey(queued)
  const pool = { pool: 'turns', organizationId: key.organizationId } as const
  const [origin, known] = await Promise.all([
    findTurnOrigin(queued),
    mayBeKnown(queued, receipt) ? findTurn(key) : null,
  ])
  const ended = fateOfEnded(known, sentAt)
  if (!origin || ended) {
    // The worker that ended the turn may have died before it released its slot.
    if (receiveCount > 1) await releaseSlot(pool, key.id)
    return origin && ended ? ended : DELETE
  }
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

/** Returns what to do with the message of a turn that is over, or undefined if the turn is to be run. */
function fateOfEnded(turn: TurnItem | null, sentAt: EpochMs): Fate | undefined {
  if (turn?.status === 'answered') return DELETE
  // The message is moving to the dead-letter queue, unless it was redriven since.
  return turn && turnStatus(turn) === 'failed' && sentAt <= (turn.failedAt ?? 0) ? keep(0) : undefined
}
