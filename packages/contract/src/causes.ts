/** Reasons why an attempt or a delivery failed (decisions, Deliveries). */
export const CAUSES = [
  'dns',
  'refused',
  'tls',
  'timeout',
  'reset',
  'blocked_address',
  'redirect',
  'client_error',
  'server_error',
  'gone',
  'webhook_disabled',
] as const
export type FailureCause = (typeof CAUSES)[number]
