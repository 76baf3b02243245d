import { afterEach, expect, test, vi } from 'vitest'
import { sessionCookie } from './session-route.ts'

afterEach(() => vi.unstubAllEnvs())

function cookieIn(stage: string): string {
  vi.stubEnv('STAGE', stage)
  return sessionCookie('token')
}

test('a session cookie requires TLS', () => {
  const attributes = 'session=token; Max-Age=2592000; Path=/dashboard-api/session; HttpOnly; SameSite=Strict'
  expect(cookieIn('prod')).toBe(`${attributes}; Secure`)
})

test('a session cookie of a local stage does not require TLS', () => {
  expect(cookieIn('local')).not.toContain('Secure')
})
