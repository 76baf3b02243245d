import type { FailureCause } from '@messaging/contract/causes.ts'

/** Why something did not succeed, in a word or two; the service has a sentence for it. */
export const CAUSE_WORDS = {
  dns: 'Name not found',
  refused: 'Connection refused',
  tls: 'TLS failed',
  timeout: 'Timed out',
  reset: 'Connection broken',
  blocked_address: 'Address not allowed',
  redirect: 'Redirect',
  client_error: 'Client error',
  server_error: 'Server error',
  gone: 'Gone',
  webhook_disabled: 'Endpoint disabled',
} as const satisfies Record<FailureCause, string>

/** What came back, briefly: the HTTP status, or why there was none. `''` when nothing was tried yet. */
export function outcomeText({
  status,
  cause,
}: {
  readonly status: number | null
  readonly cause: FailureCause | null
}): string {
  const words = cause && CAUSE_WORDS[cause]
  if (status === null) return words ?? ''
  return words ? `${status} ${words}` : `${status}`
}
