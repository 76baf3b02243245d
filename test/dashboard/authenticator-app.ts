import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'

const STEP_MS = 30_000

/** An authenticator app. Each code that it gives is of a later step than the one before, because a code is good once. */
export function authenticatorApp(secret: string): { code(): Promise<string> } {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  // The service takes codes of a clock that is one step behind or ahead: three of them within one step.
  let next = Math.floor(Date.now() / STEP_MS) - 1
  return {
    async code() {
      const step = Math.max(next, Math.floor(Date.now() / STEP_MS) - 1)
      await vi.waitFor(() => expect(Math.floor(Date.now() / STEP_MS) + 1).toBeGreaterThanOrEqual(step), {
        timeout: 2 * STEP_MS,
        interval: 250,
      })
      next = step + 1
      return totp.generate({ timestamp: step * STEP_MS })
    },
  }
}
