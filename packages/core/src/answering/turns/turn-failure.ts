import type { TurnFailure } from '@messaging/contract/dashboard/turn-failures.ts'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'

const DENIED_STATUSES: readonly (number | undefined)[] = [401, 403]

/** Returns why a turn failed with an error before its reply was sent. */
export function turnFailureOf(error: unknown): TurnFailure {
  if (error instanceof ModelRefusedError)
    return error.problem || DENIED_STATUSES.includes(error.status) ? 'access' : 'refused'
  if (error instanceof ModelDownError)
    return error.reason === 'access' || error.reason === 'timeout' ? error.reason : 'down'
  return 'error'
}
