import { expect, test } from 'vitest'
import { endedHandoffs, handoffViews, waitingSince } from './handoff.ts'

const AT = 1_795_167_600_000
const handoff = { id: 'e6', reason: 'A refund', summary: 'It arrived broken.', agentId: 'a', since: AT }
const past = (id: string) => ({ id, reason: 'x', agentId: 'a', since: AT - 2000, endedAt: AT - 1000 })

test('a conversation without requests has empty texts', () => {
  expect(handoffViews({})).toEqual({ activeSupportHandoff: '', supportHandoffs: '' })
})

test('shows the current request with its summary, and the latest five without', () => {
  const { activeSupportHandoff, supportHandoffs } = handoffViews({
    handoff,
    pastHandoffs: ['e1', 'e2', 'e3', 'e4', 'e5'].map(past),
  })
  expect(JSON.parse(activeSupportHandoff)).toEqual({ ...handoff, since: '2026-11-20T09:40:00.000Z' })
  expect(JSON.parse(supportHandoffs)).toMatchObject([
    { id: 'e2', endedAt: '2026-11-20T09:39:59.000Z' },
    { id: 'e3' },
    { id: 'e4' },
    { id: 'e5' },
    { id: 'e6', since: '2026-11-20T09:40:00.000Z', endedAt: null },
  ])
})

test('a handback ends the request and keeps the latest five', () => {
  const { summary: _, ...ended } = { ...handoff, endedAt: AT + 1 }
  expect(endedHandoffs({ handoff }, AT + 1)).toEqual([ended])
  const all = endedHandoffs({ handoff, pastHandoffs: ['e1', 'e2', 'e3', 'e4', 'e5'].map(past) }, AT + 1)
  expect(all.map(({ id }) => id)).toEqual(['e2', 'e3', 'e4', 'e5', 'e6'])
  expect(endedHandoffs({}, AT)).toEqual([])
})

test('a person is needed since the request, or since the failure', () => {
  expect(waitingSince({ handoff, humanNeededSince: 1 })).toBe(AT)
  expect(waitingSince({ humanNeededSince: 1 })).toBe(1)
  expect(waitingSince({})).toBeUndefined()
})
