import type { FailureCause } from '@messaging/contract/causes.ts'
import { BlockedAddressError } from './address-guard.ts'

export type ConnectionCause = Extract<FailureCause, 'dns' | 'refused' | 'tls' | 'timeout' | 'reset' | 'blocked_address'>

const UNREACHABLE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']
/** OpenSSL's codes of certificate errors, and Node's codes of failed handshakes. */
const TLS =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO|ERROR_IN_CERT|DEPTH_ZERO|SELF_SIGNED|INVALID_|PATH_LENGTH|HOSTNAME_MISMATCH)/

/** Returns why a request got no status line. `reset`: any failure of an open connection, also non-HTTP bytes. */
export function connectionCause(error: NodeJS.ErrnoException): ConnectionCause {
  const code = error.code ?? ''
  if (error instanceof BlockedAddressError) return 'blocked_address'
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns'
  if (UNREACHABLE.includes(code)) return 'refused'
  if (code === 'ETIMEDOUT') return 'timeout'
  return TLS.test(code) ? 'tls' : 'reset'
}
