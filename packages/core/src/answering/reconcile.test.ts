import { expect, test } from 'vitest'
import { RECONCILED_EXAMS, RECONCILED_PROOFS } from './reconcile.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-03-02T12:00:00Z')
const TIMES = { now: NOW, dueBefore: NOW - 10 * MINUTE }

test.each([
  ['queued', 41, true],
  ['running', 41, true],
  ['running', 39, false],
  ['done', 600, false],
  ['failed', 600, false],
] as const)('a proof that is %s since %d minutes is resent: %s', async (s, minutes, isResent) => {
  const stored = {
    organizationId: 'o',
    agentId: 'a',
    id: 'p',
    s,
    updatedAt: NOW - minutes * MINUTE,
    _e: 'proof',
    _v: '1',
  }
  const out = await RECONCILED_PROOFS.overdue(stored, TIMES)
  expect(out !== undefined).toBe(isResent)
  if (out) expect(JSON.parse(out.b)).toEqual({ organizationId: 'o', agentId: 'a', proofId: 'p' })
})

test.each([
  ['in the future', -60, false],
  ['just now', 9, false],
  ['eleven minutes ago', 11, true],
] as const)('an exam that was due %s is resent: %s', async (_, minutes, isResent) => {
  const nextAt = NOW - minutes * MINUTE
  const stored = { organizationId: 'o', agentId: 'a', nextAt, _e: 'exam', _v: '1' }
  const out = await RECONCILED_EXAMS.overdue(stored, TIMES)
  expect(out !== undefined).toBe(isResent)
  if (out) expect(JSON.parse(out.b)).toMatchObject({ agentId: 'a', exam: nextAt })
})
