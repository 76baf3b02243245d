import { expect, test } from 'vitest'
import { judgeDelivery } from './judge-delivery.ts'

const seen = (...statuses: (number | undefined)[]) => statuses.map((status) => ({ deliveryId: 'd', status }))
const record = (at: number, status?: number) => ({ at, durationMs: 10, ...(status !== undefined && { status }) })
const delivery = (status: 'delivered' | 'failed', ...attempts: ReturnType<typeof record>[]) => ({
  id: 'd',
  status,
  attemptCount: attempts.length,
  attempts,
})
const brokenRules = (...judged: Parameters<typeof judgeDelivery>) =>
  Object.entries(judgeDelivery(...judged)).flatMap(([rule, lines]) => (lines.length > 0 ? [rule] : []))

test.each([
  ['a success after a failure', delivery('delivered', record(0, 503), record(20, 200)), seen(503, 200)],
  ['an attempt directly after another', delivery('delivered', record(0, 503), record(10, 200)), seen(503, 200)],
  ['a request that timed out before it arrived', delivery('delivered', record(0), record(20, 200)), seen(200)],
  ['a response that was too late', delivery('failed', record(0)), seen(200)],
  ['no attempt', delivery('failed'), seen()],
])('accepts %s', (_, stored, requests) => {
  expect(brokenRules(stored, requests, 1)).toEqual([])
})

test.each([
  ['a request that is not recorded', 'unrecorded', delivery('delivered', record(0, 200)), seen(503, 200)],
  ['a response that no request had', 'invented', delivery('delivered', record(0, 200)), seen(503)],
  ['a response that is recorded twice', 'invented', delivery('delivered', record(0, 200), record(20, 200)), seen(200)],
  ['a success that is stored as failed', 'contradicted', delivery('failed', record(0, 200)), seen(200)],
  ['a failure that is stored as delivered', 'contradicted', delivery('delivered', record(0, 404)), seen(404)],
  ['two attempts at a time', 'simultaneous', delivery('failed', record(0, 503), record(9, 404)), seen(503, 404)],
])('reports %s', (_, rule, stored, requests) => {
  expect(brokenRules(stored, requests, 1)).toEqual([rule])
})

test('allows one attempt at a time for each copy of the message', () => {
  const stored = delivery('delivered', record(0, 200), record(5, 200), record(7, 200))
  expect(brokenRules(stored, seen(200, 200, 200), 3)).toEqual(['copied'])
  expect(brokenRules(stored, seen(200, 200, 200), 2)).toEqual(['simultaneous'])
})
