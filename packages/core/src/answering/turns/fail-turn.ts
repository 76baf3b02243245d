import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { type Fate, keep } from '../../platform/queues/fate.ts'
import { settings } from '../../platform/settings.ts'
import { giveUpTurn } from './finish-turn.ts'
import { retryAfter } from './plan-retry.ts'
import { TURN_DAYS, type TurnItem } from './turn-entity.ts'
import { beginTurn, findTurn, TurnTakenError, writeTurn } from './turn-store.ts'
import type { Work } from './work.ts'

/** What fails for a reason that nothing expects is tried again after so long: the customer's next messages wait behind it. */
const FAILURE_SECONDS = [2, 10, 30, 60, 60, 60, 60]
const TAKEN_SECONDS = 10

/**
 * What follows when the model or the provider failed. One that is down is asked again, and what the customer writes meanwhile
 * waits. After that, or when the model refuses, a person is needed; the message goes on failing until it is a dead letter. The
 * reply of a turn is kept: a redrive sends it.
 */
export async function failTurn({ turn, clock }: Pick<Work, 'turn' | 'clock'>, error: Error): Promise<Fate> {
  const delaysSeconds = error instanceof ModelRefusedError ? [] : settings.MODEL_RETRY_DELAYS_SECONDS
  return await countFailure(turn, error, delaysSeconds, clock())
}

/** What follows after an error that nothing expects, wherever in the turn it was thrown: as `failTurn`, with more retries. */
export async function failUnexpectedly(
  key: Pick<TurnItem, 'organizationId' | 'conversationId' | 'id'>,
  error: unknown,
  now: number,
): Promise<Fate> {
  const retry = keep(TAKEN_SECONDS)
  if (error instanceof TurnTakenError) return retry
  // It may have failed before it was begun; whoever takes it up then chooses session and agent.
  const begun = { sessionId: '', agentId: '', covers: [], startedAt: now, expiresAt: expiryAfter(now, TURN_DAYS) }
  const turn = (await findTurn(key)) ?? (await beginTurn({ ...key, ...begun }))
  return turn.status === 'answered' ? retry : await countFailure(turn, error, FAILURE_SECONDS, now)
}

async function countFailure(
  turn: TurnItem,
  error: unknown,
  delaysSeconds: readonly number[],
  now: number,
): Promise<Fate> {
  const tries = turn.tries + 1
  const visibilitySeconds = retryAfter(tries, delaysSeconds)
  if (visibilitySeconds === undefined) {
    await giveUpTurn(turn.version === 0 ? await writeTurn(turn, {}) : turn, now)
    logError('turn.given_up', error, { tries }, { TurnsGivenUp: 1 })
    return keep(0)
  }
  await writeTurn(turn, { tries })
  if (error instanceof ModelDownError && error.reason === 'access') {
    // An operator has to act. The line says what to do.
    logError('model.access_denied', error, { problem: error.problem?.kind, tries, visibilitySeconds })
    return keep(visibilitySeconds)
  }
  const event = error instanceof ModelDownError ? 'model.down' : 'turn.try_failed'
  log(event, { reason: error instanceof Error ? error.message : String(error), tries, visibilitySeconds })
  return keep(visibilitySeconds)
}
