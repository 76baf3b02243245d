import { expect, test } from 'vitest'
import {
  judgeBilling,
  judgeCopies,
  judgeDisabling,
  judgeLimits,
  judgeLoops,
  judgeNotifications,
  judgeSmoke,
} from './judge.ts'

const PROD = { stage: 'prod' }

test.each([
  ['Terminate', 0, 5, 'fails'],
  ['Allow', 1, 5, 'fails'],
  ['Allow', 0, 0, 'warning'],
  ['Allow', 0, 5, 'ok'],
])('retries with the setting %s, %d dropped and %d exhausted: %s', (recursiveLoop, dropped, exhausted, state) => {
  expect(judgeLoops({ recursiveLoop, dropped, exhausted }, PROD).state).toBe(state)
})

const OPEN = ['~1media~1{token}/GET', '~1docs/GET']

test.each([
  [['*/*', ...OPEN], 'ok'],
  [['*/*', ...OPEN, '~1docs/ANY'], 'fails'],
  [['*/*', '~1docs/GET'], 'fails'],
  [['*/*', ...OPEN, ...Array.from({ length: 38 }, (_, n) => `~1${n}/GET`)], 'warning'],
])('limits of a stage %j: %s', (settings, state) => {
  expect(judgeLimits(settings, OPEN, PROD).state).toBe(state)
})

test('a missing limit is named as a path', () => {
  expect(judgeLimits(['*/*', '~1docs/GET'], OPEN, PROD).tells).toContain('/media/{token}/GET')
})

test.each([
  [0, 'warning'],
  [1, 'ok'],
])('%d disabled webhooks: %s', (disabled, state) => {
  expect(judgeDisabling(disabled, PROD).state).toBe(state)
})

test.each([
  ['a table that always was on-demand', { mode: 'PAY_PER_REQUEST', createdAt: 0, onDemandSince: 1000 }, 'warning'],
  ['one without the time', { mode: 'PAY_PER_REQUEST', createdAt: 0, onDemandSince: undefined }, 'warning'],
  ['one that was switched back', { mode: 'PAY_PER_REQUEST', createdAt: 0, onDemandSince: 86_400_000 }, 'ok'],
  ['a provisioned one', { mode: 'PROVISIONED', createdAt: 0, onDemandSince: undefined }, 'ok'],
])('the billing of %s', (_, facts, state) => {
  expect(judgeBilling(facts, PROD).state).toBe(state)
})

test.each([
  [[], false, 'not_applicable'],
  [[], true, 'warning'],
  [['COMPLETED', 'RUNNING'], true, 'ok'],
  [['COMPLETED', 'FAILED'], true, 'fails'],
])('copies %j with a vault %s: %s', (states, hasVault, state) => {
  expect(judgeCopies(states, hasVault).state).toBe(state)
})

const NONE = { sent: 0, failures: [], delivered: 0, undelivered: 0 }

test.each([
  [{}, 'warning'],
  [{ sent: 1 }, 'warning'],
  [{ sent: 1, delivered: 2 }, 'ok'],
  [{ sent: 1, delivered: 2, undelivered: 1 }, 'fails'],
  [{ failures: ['Failed to execute action arn:aws:sns:…'] }, 'fails'],
])('notifications %j: %s', (given, state) => {
  expect(judgeNotifications({ ...NONE, ...given }, PROD).state).toBe(state)
})

test.each([
  [1e9, 'not_applicable'],
  [20e9, 'warning'],
])('a table of %d bytes: %s', (bytes, state) => {
  expect(judgeSmoke(bytes, PROD).state).toBe(state)
})

test('each remedy is a command or says where to look', () => {
  const findings = [
    judgeLoops({ recursiveLoop: 'Allow', dropped: 0, exhausted: 0 }, PROD),
    judgeDisabling(0, PROD),
    judgeBilling({ mode: 'PAY_PER_REQUEST', createdAt: 0, onDemandSince: 0 }, PROD),
    judgeCopies([], true),
    judgeNotifications(NONE, PROD),
    judgeSmoke(20e9, PROD),
  ]
  for (const { remedy } of findings) expect(remedy).toMatch(/npm run (deploy|ops) -- |aws (backup|cloudwatch) /)
})
