import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

/** The cookie as it is set in a stage. */
async function cookieIn(stage: string): Promise<string> {
  vi.stubEnv('STAGE', stage)
  const { sessionCookie } = await import('./session-cookie.ts')
  return sessionCookie('token')
}

test('the cookie of the session needs TLS everywhere but on a laptop, which has none', async () => {
  const everywhere = 'session=token; Max-Age=2592000; Path=/dashboard-api/session; HttpOnly; SameSite=Strict'
  expect(await cookieIn('prod')).toBe(`${everywhere}; Secure`)
})

test('on a laptop it does not', async () => {
  expect(await cookieIn('local')).not.toContain('Secure')
})
