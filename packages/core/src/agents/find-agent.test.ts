import { expect, test } from 'vitest'
import { withCounts } from './find-agent.ts'

const head = { organizationId: 'o', id: 'a', name: 'Agent', version: 1, size: 1, createdAt: 0 }
const counts = { organizationId: 'o', id: 'a', totalMessages: 3, totalSessions: 1, credits: 5 }

test('adds the counters on an older head', () => {
  const before = { ...head, totalMessages: 7, totalSessions: 2, credits: 4 }
  expect(withCounts(before, counts)).toMatchObject({ totalMessages: 10, totalSessions: 3, credits: 9 })
  expect(withCounts(before, null)).toMatchObject({ totalMessages: 7, totalSessions: 2, credits: 4 })
  expect(withCounts(head, counts)).toMatchObject({ totalMessages: 3, totalSessions: 1, credits: 5 })
})
