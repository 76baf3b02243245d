import { MOST_PENDING_SHARES, MOST_SHARES_PER_AGENT } from '@replywright/contract/share-limits.ts'
import { expect, test } from 'vitest'
import { judgeShare } from './judge-share.ts'

const stranger = { isMember: false, isShared: false, isInvited: false, ofAgent: 0, pending: 0 }

test.each([
  ['a stranger', stranger, 'invite'],
  ['a stranger with one place left', { ...stranger, pending: MOST_PENDING_SHARES - 1 }, 'invite'],
  ['a stranger without a place left', { ...stranger, pending: MOST_PENDING_SHARES }, 'full'],
  ['a stranger, as the last share of the agent', { ...stranger, ofAgent: MOST_SHARES_PER_AGENT - 1 }, 'invite'],
  ['a stranger, above the limit of the agent', { ...stranger, ofAgent: MOST_SHARES_PER_AGENT }, 'agent_full'],
  ['a user who accepted, at that limit', { ...stranger, isShared: true, ofAgent: MOST_SHARES_PER_AGENT }, 'nothing'],
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
