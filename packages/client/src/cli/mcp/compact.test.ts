import { expect, test } from 'vitest'
import { compact } from './compact.ts'

const hour = (delivered: number) => ({ hour: '2026-11-23T19:00:00.000Z', delivered, failed: 0, pending: 0 })
const webhook = (index: number) => ({
  id: `0199f3a4-0000-7000-8000-00000000000${index}`,
  name: `Webhook ${index}`,
  url: `https://shop.example/hooks/${index}`,
  events: ['message.received', 'subscription.message.received'],
  numbers: 'all',
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  createdAt: '2026-11-23T19:00:00.000Z',
  isOwn: true,
  replayId: null,
  health: {
    successRate: null,
    succeeded: 0,
    failed: 0,
    lastFailureAt: null,
    consecutiveFailures: 0,
    hours: [...Array.from({ length: 23 }, () => hour(0)), hour(index === 1 ? 2 : 0)],
  },
})

test('a list of five webhooks is shorter than 2 KB', () => {
  const page = { count: 5, next: null, previous: null, results: [1, 2, 3, 4, 5].map(webhook) }
  const text = JSON.stringify(compact(page))
  expect(text.length).toBeLessThan(2048)
  expect(JSON.parse(text)).toMatchObject({
    next: null,
    results: [{ health: { failed: 0, hours: [hour(2)] } }, { health: { hours: [] } }, {}, {}, {}],
  })
})

test('a single resource stays unchanged', () => {
  expect(compact(webhook(1))).toEqual(webhook(1))
  expect(compact([null])).toEqual([null])
})
