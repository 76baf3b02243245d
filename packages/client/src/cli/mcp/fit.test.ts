import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact, fit } from './fit.ts'

const item = (id: number, text: string) => ({ id, text })
const page = (count: number, text: string) => ({
  count,
  next: 'https://api.example.com/?offset=20',
  results: Array.from({ length: count }, (_, index) => item(index, text)),
})

test('keeps what is small', () => {
  expect(fit({ text: 'x'.repeat(5_000) })).toEqual({
    text: JSON.stringify({ text: 'x'.repeat(5_000) }),
    note: undefined,
  })
})

test('first cuts long texts', () => {
  const { text, note } = fit({ id: 1, payload: 'x'.repeat(50_000), name: 'n' })
  expect(JSON.parse(text)).toEqual({ id: 1, payload: `${'x'.repeat(1_000)}… (cut; 50000 characters)`, name: 'n' })
  expect(note).toBe('Texts of more than 1000 characters were cut.')
})

test.each([
  ['page', page(100, 'x'.repeat(900)), (value: { results: unknown[] }) => value.results],
  ['list', page(100, 'x'.repeat(900)).results, (value: unknown[]) => value],
])('drops the last items of a %s, and says how to get them', (_, value, itemsOf) => {
  const { text, note } = fit(value)
  const shown = itemsOf(JSON.parse(text))
  expect(shown).toEqual(itemsOf(JSON.parse(JSON.stringify(value))).slice(0, shown.length))
  expect(text.length).toBeGreaterThan(39_000)
  expect(note).toContain(`Only the first ${shown.length} of 100 items`)
  expect(note).toContain(`\`limit\` ${shown.length}`)
})

test('never returns more than the limit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 40, max: 400 }), (value, limit) => {
      const { text, note } = fit(value, limit)
      expect(text.length).toBeLessThanOrEqual(limit)
      if (note === undefined) expect(text).toBe(JSON.stringify(value))
    }),
  )
})

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
