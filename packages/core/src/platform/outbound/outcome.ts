import type { FailureCause } from '@messaging/contract/causes.ts'

/** What came of one request: a status line, or why there was none. */
export type Outcome =
  | { readonly status: number }
  | { readonly error: Extract<FailureCause, 'dns' | 'refused' | 'tls' | 'timeout' | 'reset' | 'blocked_address'> }
