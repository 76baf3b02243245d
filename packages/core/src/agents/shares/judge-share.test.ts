import { MOST_PENDING_SHARES } from '@replywright/contract/share-limits.ts'
import { expect, test } from 'vitest'
import { judgeShare } from './judge-share.ts'

const stranger = { isMember: false, isShared: false, isInvited: false, pending: 0 }

test.each([
  ['a stranger', stranger, 'invite'],
  ['a stranger with one place left', { ...stranger, pending: MOST_PENDING_SHARES - 1 }, 'invite'],
  ['a stranger without a place left', { ...stranger, pending: MOST_PENDING_SHARES }, 'full'],
  ['a member', { ...stranger, isMember: true }, 'nothing'],
  ['a user who accepted', { ...stranger, isShared: true }, 'nothing'],
  ['an address that is invited', { ...stranger, isInvited: true }, 'nothing'],
  [
    'an invited address without a place left',
    { ...stranger, isInvited: true, pending: MOST_PENDING_SHARES },
    'nothing',
  ],
] as const)('sharing with %s', (_, facts, expected) => {
  expect(judgeShare(facts)).toBe(expected)
})
