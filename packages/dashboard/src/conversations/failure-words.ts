import type { TurnFailure } from '@messaging/contract/dashboard/turn-failures.ts'

/** Why an agent did not reply, by the cause of the failure. */
export const FAILURE_TEXTS: Readonly<Record<TurnFailure, string>> = {
  limit: 'Monthly limit reached',
  access: 'The model denied access',
  refused: 'The model rejected the request',
  timeout: 'The model timed out',
  down: 'The model was down',
  provider: 'Messaging provider down',
  error: 'Unexpected error',
}
