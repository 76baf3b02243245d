import { afterEach, expect, test, vi } from 'vitest'
import { sessionCookie } from './session-cookie.ts'

afterEach(() => vi.unstubAllEnvs())

/** The cookie as it is set in a stage. */
function cookieIn(stage: string): string {
  vi.stubEnv('STAGE', stage)
  return sessionCookie('token')
}

test('the cookie of the session needs TLS everywhere but on a laptop, which has none', () => {
  const everywhere = 'session=token; Max-Age=2592000; Path=/dashboard-api/session; HttpOnly; SameSite=Strict'
  expect(cookieIn('prod')).toBe(`${everywhere}; Secure`)
})

test('on a laptop it does not', () => {
  expect(cookieIn('local')).not.toContain('Secure')
})
