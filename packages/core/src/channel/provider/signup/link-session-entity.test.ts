import { expect, test, vi } from 'vitest'
import { hashOf, linkSessionView, linkToken, outcomeAt, statusAt } from './link-session-entity.ts'

const DAY = 86_400_000

test.each([
  ['PENDING', DAY - 1, 'PENDING'],
  ['PENDING', DAY, 'EXPIRED'],
  ['SUCCESS', 2 * DAY, 'SUCCESS'],
  ['FAILED', 2 * DAY, 'FAILED'],
] as const)('a %s session has, %i ms after its creation, the status %s', (status, age, expected) => {
  const createdAt = 1_795_167_600_000
  expect(statusAt({ status, createdAt }, createdAt + age)).toBe(expected)
})

test('a token has 256 bits and depends on organisation, id and key', () => {
  const key = Buffer.alloc(32, 1)
  const token = linkToken('organization', 'session', key)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(linkToken('organization', 'session', key)).toBe(token)
  const others = [
    linkToken('organization', 'other', key),
    linkToken('other', 'session', key),
    linkToken('organizationsession', '', key),
    linkToken('organization', 'session', Buffer.alloc(32, 2)),
  ]
  expect(new Set([token, ...others]).size).toBe(5)
})

const session = {
  tokenHash: 'h',
  organizationId: 'o',
  id: 's',
  status: 'PENDING',
  successUrl: 'https://a.example.com/',
  returnUrl: 'https://b.example.com/',
  createdAt: 0,
  expiresAt: 9,
} as const

test('shows the URL with the token to admins, and to their API keys with full permission', () => {
  vi.stubEnv('PUBLIC_BASE_URL', 'https://api.example.com')
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const created = { ...session, tokenHash: hashOf(linkToken('o', 's', key)) }
  const { successUrl, returnUrl } = session
  const linkUrl = `https://api.example.com/link/${linkToken('o', 's', key)}/`
  expect(linkSessionView(created, { permission: 'full', role: 'admin' }, [other, key], 1)).toEqual({
    id: 's',
    successUrl,
    returnUrl,
    status: 'PENDING',
    linkUrl,
  })
  expect(linkSessionView(created, { permission: 'full', role: 'member' }, [key], 1)).toMatchObject({ linkUrl: '' })
  const reader = { permission: 'read', role: 'admin' } as const
  expect(linkSessionView(created, reader, [key], DAY)).toMatchObject({ status: 'EXPIRED', linkUrl: '' })
  // Both keys were rotated away.
  expect(linkSessionView(created, { permission: 'full', role: 'admin' }, [other], 1)).toMatchObject({ linkUrl: '' })
  vi.unstubAllEnvs()
})

test('leads to the success URL only after a success', () => {
  const outcome = (status: 'PENDING' | 'SUCCESS' | 'FAILED') => outcomeAt({ ...session, status }, 1)
  expect(outcome('SUCCESS')).toEqual({ status: 'SUCCESS', redirectUrl: session.successUrl })
  for (const status of ['PENDING', 'FAILED'] as const)
    expect(outcome(status)).toEqual({ status, redirectUrl: session.returnUrl })
})

test('stores a token as its SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
