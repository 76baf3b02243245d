/** Reasons why an attempt or a delivery failed (decisions, Deliveries). */
export const CAUSES = [
  'dns',
  'refused',
  'tls',
  'timeout',
  'reset',
  'invalid_response',
  'blocked_address',
  'redirect',
  'client_error',
  'server_error',
  'gone',
  'webhook_disabled',
] as const
export type FailureCause = (typeof CAUSES)[number]

/** The statuses of a delivery. In this file, so that functions with deliveries need no schemas of them. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const

/**
 * Why a turn of an agent failed: a limit is reached, the model denies access or rejects the request, does not respond in time,
 * gives no usable answer, a guardrail stopped it, the model is down otherwise, the messaging provider is down or does not deliver the reply, or an unexpected error.
 */
export const TURN_FAILURES = [
  'limit',
  'access',
  'refused',
  'timeout',
  'unusable',
  'guardrail',
  'down',
  'provider',
  'error',
] as const
export type TurnFailure = (typeof TURN_FAILURES)[number]
