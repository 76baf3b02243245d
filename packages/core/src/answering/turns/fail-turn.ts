import type { TurnFailure } from '@replywright/contract/causes.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log, logError } from '../../platform/log/log.ts'
import { loggableError, loggableMessage } from '../../platform/log/loggable-error.ts'
import { type Fate, keep } from '../../platform/queues/consume.ts'
import { settings } from '../../platform/settings.ts'
import { endRetries } from './finish-turn.ts'
import { retryAfter } from './judge-turn.ts'
import { traceFailedTurn } from './trace-turn.ts'
import { beginTurn, findTurn, TURN_DAYS, TurnConflictError, type TurnItem, writeTurn } from './turn-entity.ts'
import type { TurnRun } from './turn-run.ts'

/** Retry delays for unexpected errors. The customer's next messages wait meanwhile. */
const FAILURE_SECONDS = [2, 10, 30, 60, 60, 60, 60]
const CONFLICT_SECONDS = 10

/**
 * Handles a failure of the model or the provider. The turn is retried, and the customer's new messages wait. When
 * retries are exhausted, or the model rejects the request, the conversation needs a human, and the message fails until
 * it moves to the dead-letter queue. A stored reply stays and is sent by a redrive.
 */
export async function failTurn(
  { turn, clock }: Pick<TurnRun, 'turn' | 'clock'>,
  error: Error,
  cause: TurnFailure = turnFailureOf(error),
): Promise<Fate> {
  const delaysSeconds = error instanceof ModelRefusedError ? [] : settings.MODEL_RETRY_DELAYS_SECONDS
  return await countFailure(turn, error, { cause, delaysSeconds }, clock())
}

/** Ends the retries of a turn whose worker died in each run, out of memory or at its timeout. */
export async function failInterrupted({ turn, clock }: Pick<TurnRun, 'turn' | 'clock'>): Promise<Fate> {
  const error = new InternalError(`the worker died in ${(turn.runs ?? 0) + 1} runs of the turn`)
  return await countFailure(turn, error, { cause: turnFailureOf(error), delaysSeconds: [] }, clock())
}

/** Handles an unexpected error anywhere in a turn: as `failTurn`, with more retries. */
export async function failUnexpectedly(
  key: Pick<TurnItem, 'organizationId' | 'conversationId' | 'id'>,
  error: unknown,
  now: EpochMs,
): Promise<Fate> {
  const retry = keep(CONFLICT_SECONDS)
  if (error instanceof TurnConflictError) return retry
  // The turn may have failed before it was stored. The retry then sets session and agent.
  const begun = { sessionId: '', agentId: '', covers: [], startedAt: now, expiresAt: expiryAfter(now, TURN_DAYS) }
  const turn = (await findTurn(key)) ?? (await beginTurn({ ...key, ...begun }))
  return turn.status === 'answered'
    ? retry
    : await countFailure(turn, error, { cause: turnFailureOf(error), delaysSeconds: FAILURE_SECONDS }, now)
}

async function countFailure(
  turn: TurnItem,
  error: unknown,
  { cause, delaysSeconds }: { readonly cause: TurnFailure; readonly delaysSeconds: readonly number[] },
  now: EpochMs,
): Promise<Fate> {
  const tries = turn.tries + 1
  const visibilitySeconds = retryAfter(tries, delaysSeconds)
  if (visibilitySeconds === undefined) {
    await endRetries(turn.version === 0 ? await writeTurn(turn, {}) : turn, cause, now)
    logError('turn.given_up', error, { tries }, { TurnsGivenUp: 1 })
    await traceFailedTurn(turn, cause, now)
    return keep(0)
  }
  await writeTurn(turn, { tries, runs: 0, tokens: turn.tokens })
  if (error instanceof ModelDownError && error.reason === 'access') {
    // An operator must act. The log line says what to do.
    logError('model.access_denied', error, { problem: error.problem?.kind, tries, visibilitySeconds })
    return keep(visibilitySeconds)
  }
  const event = error instanceof ModelDownError ? 'model.down' : 'turn.try_failed'
  log(event, { reason: loggableMessage(error) ?? loggableError(error).name, tries, visibilitySeconds })
  return keep(visibilitySeconds)
}

const DENIED_STATUSES: readonly (number | undefined)[] = [401, 403]

/** Returns why a turn failed with an error before its reply was sent. */
export function turnFailureOf(error: unknown): TurnFailure {
  if (error instanceof ModelRefusedError)
    return error.problem || DENIED_STATUSES.includes(error.status) ? 'access' : 'refused'
  if (error instanceof ModelDownError)
    return error.reason === 'access' || error.reason === 'timeout' ? error.reason : 'down'
  return 'error'
}
