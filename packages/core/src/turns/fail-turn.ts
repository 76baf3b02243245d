import { log, logError } from '../log.ts'
import { ModelDownError, type ModelRefusedError } from '../models/model-errors.ts'
import type { MessageFate } from '../queues/message-fate.ts'
import { settings } from '../settings.ts'
import { giveUpTurn } from './finish-turn.ts'
import { retryAfter } from './plan-retry.ts'
import { writeTurn } from './turn-store.ts'
import type { Work } from './work.ts'

/**
 * What follows when the model did not answer. One that is down is asked again, and what the customer writes meanwhile waits.
 * After that, or when it refuses, a person is needed; the message goes on failing until it is among the dead letters.
 */
export async function failTurn({ turn, clock }: Work, error: ModelDownError | ModelRefusedError): Promise<MessageFate> {
  const tries = turn.tries + 1
  const visibilitySeconds =
    error instanceof ModelDownError ? retryAfter(tries, settings.MODEL_RETRY_DELAYS_SECONDS) : undefined
  if (visibilitySeconds === undefined) {
    await giveUpTurn(turn, clock())
    logError('turn.given_up', error, { tries }, { TurnsGivenUp: 1 })
    return { kind: 'keep', visibilitySeconds: 0 }
  }
  await writeTurn(turn, { tries })
  log('model.down', { reason: error.message, tries, visibilitySeconds })
  return { kind: 'keep', visibilitySeconds }
}
