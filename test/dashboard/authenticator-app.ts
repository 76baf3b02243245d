import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'

const STEP_MS = 30_000

/** How long a code is valid at least, for loaded machines. */
const VALID_MS = 20_000

/**
 * Simulates an authenticator app. Each code is from a later time step than the previous one, because a code works once.
 */
export function authenticatorApp(secret: string): { code(): Promise<string> } {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  // The service accepts codes that are one step early or late.
  const earliest = () => Math.ceil((Date.now() + VALID_MS) / STEP_MS) - 2
  let next = earliest()
  return {
    async code() {
      const step = Math.max(next, earliest())
      await vi.waitFor(() => expect(Math.floor(Date.now() / STEP_MS) + 1).toBeGreaterThanOrEqual(step), {
        timeout: 2 * STEP_MS,
        interval: 250,
      })
      next = step + 1
      return totp.generate({ timestamp: step * STEP_MS })
    },
  }
}
