import { Secret, TOTP } from 'otpauth'
import type { StoredUser } from './pool-store.ts'

const SECRET_BYTES = 32
const PERIOD_SECONDS = 30
/** Tolerated difference between the clocks, in steps. */
const DRIFT_STEPS = 1

type SoftwareToken = NonNullable<StoredUser['softwareToken']>

/** Returns a new secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Checks a code (RFC 6238: SHA-1, 6 digits, 30 s). Each is valid once: `token` is the state to store then. */
export function tryToken(
  { secret, lastStep = -1 }: SoftwareToken,
  code: string,
  now: number,
): { readonly kind: 'right'; readonly token: SoftwareToken } | { readonly kind: 'wrong' } | { readonly kind: 'used' } {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const delta = totp.validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  if (delta === null) return { kind: 'wrong' }
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta
  return step <= lastStep ? { kind: 'used' } : { kind: 'right', token: { secret, lastStep: step } }
}
