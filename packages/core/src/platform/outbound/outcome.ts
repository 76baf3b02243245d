import type { Cause } from '@messaging/contract/causes.ts'

/** What came of one request: a status line, or why there was none. */
export type Outcome =
  | { readonly status: number }
  | { readonly error: Extract<Cause, 'dns' | 'refused' | 'tls' | 'timeout' | 'reset' | 'blocked_address'> }
