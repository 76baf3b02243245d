/**
 * Why a turn of an agent failed: a limit is reached, the model denies access or rejects the request, does not respond in time,
 * is down otherwise, the messaging provider is down, or an unexpected error.
 */
export const TURN_FAILURES = ['limit', 'access', 'refused', 'timeout', 'down', 'provider', 'error'] as const
export type TurnFailure = (typeof TURN_FAILURES)[number]
