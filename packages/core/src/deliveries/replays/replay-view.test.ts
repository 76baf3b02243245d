import { expect, test } from 'vitest'
import { replayView } from './replay-view.ts'

const replay = {
  organizationId: 'o',
  webhookId: 'w',
  id: 'r',
  since: 0,
  until: 1000,
  status: 'running',
  total: 3,
  replayed: 1,
  step: 0,
  startedAt: 2000,
  updatedAt: 3000,
  expiresAt: 9,
} as const
const time = (second: number) => `1970-01-01T00:00:0${second}.000Z`
const view = {
  ...{ id: 'r', webhookId: 'w', since: time(0), until: time(1), event: null, status: 'running', cancelReason: null },
  ...{ total: 3, replayed: 1, startedAt: time(2), updatedAt: time(3), finishedAt: null },
}

test.each([
  [{}, {}],
  [{ event: 'message.received' }, { event: 'message.received' }],
  [
    { status: 'cancelled', cancelReason: 'requested', finishedAt: 4000 },
    { status: 'cancelled', cancelReason: 'requested', finishedAt: time(4) },
  ],
] as const)('shows a replay with %o', (stored, shown) => {
  expect(replayView({ ...replay, ...stored })).toEqual({ ...view, ...shown })
})
