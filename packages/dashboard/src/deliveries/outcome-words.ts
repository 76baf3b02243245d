import type { FailureCause } from '@messaging/contract/causes.ts'

/** Short descriptions of failure causes. The service returns a full sentence as `explanation`. */
export const CAUSE_TEXTS = {
  dns: 'DNS lookup failed',
  refused: 'Connection refused',
  tls: 'TLS failed',
  timeout: 'Timed out',
  reset: 'Connection reset',
  blocked_address: 'Address not allowed',
  redirect: 'Redirect',
  client_error: 'Client error',
  server_error: 'Server error',
  gone: 'Gone',
  webhook_disabled: 'Endpoint disabled',
} satisfies Record<FailureCause, string>

/** Returns a short outcome: the HTTP status, or why there was no response. `''` before the first attempt. */
export function outcomeText({
  status,
  cause,
}: {
  readonly status: number | null
  readonly cause: FailureCause | null
}): string {
  const reason = cause && CAUSE_TEXTS[cause]
  if (status === null) return reason ?? ''
  return reason ? `${status} ${reason}` : `${status}`
}
