import { randomInt } from 'node:crypto'
import type { Code } from './pool-store.ts'

const ATTEMPTS = 5

/** Lifetimes of AWS's codes. */
export const CONFIRMATION_MILLISECONDS = 24 * 3_600_000
export const RESET_MILLISECONDS = 3_600_000

/** Creates a code of six digits. */
export function newCode(now: number, milliseconds: number): Code {
  const value = String(randomInt(1_000_000)).padStart(6, '0')
  return { value, expiresAt: now + milliseconds, attemptsLeft: ATTEMPTS }
}

/** Checks a code. Each wrong one costs an attempt. `left` is the state of the code to store. */
export function tryCode(
  code: Code | undefined,
  given: string,
  now: number,
): { readonly kind: 'right' | 'expired' | 'exhausted' } | { readonly kind: 'wrong'; readonly left: Code } {
  if (!code || code.expiresAt <= now) return { kind: 'expired' }
  if (code.attemptsLeft <= 0) return { kind: 'exhausted' }
  if (code.value === given) return { kind: 'right' }
  return { kind: 'wrong', left: { ...code, attemptsLeft: code.attemptsLeft - 1 } }
}
