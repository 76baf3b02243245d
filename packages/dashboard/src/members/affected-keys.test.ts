import { expect, test } from 'vitest'
import { affectedKeys } from './affected-keys.ts'

const key = (id: string, ownerId: string, status: 'active' | 'revoked' = 'active') => ({
  id,
  name: id,
  permission: 'full' as const,
  prefix: 'abcdef',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  status,
  createdBy: 'Sam',
  ownerId,
  isOwn: false,
})
const KEYS = [key('theirs', 'u'), key('of another', 'v'), key('revoked', 'u', 'revoked')]

test.each([
  ['admin', 'member', ['theirs']],
  ['admin', 'viewer', ['theirs']],
  ['member', 'viewer', ['theirs']],
  ['member', 'member', []],
  ['viewer', 'admin', []],
] as const)('a change from %s to %s affects the keys %j', (before, after, names) => {
  expect(affectedKeys(KEYS, { id: 'u', role: before }, after).map(({ name }) => name)).toEqual(names)
})
