import { expect, test } from 'vitest'
import { withCounts } from './find-agent.ts'

const head = { organizationId: 'o', id: 'a', name: 'Agent', version: 1, size: 1, createdAt: 0 }
const counts = { organizationId: 'o', id: 'a', totalMessages: 3, totalSessions: 1, credits: 5 }

test('adds the counters to a head', () => {
  expect(withCounts(head, null)).toMatchObject({ totalMessages: 0, totalSessions: 0, credits: 0 })
  expect(withCounts(head, counts)).toMatchObject({ totalMessages: 3, totalSessions: 1, credits: 5 })
})
