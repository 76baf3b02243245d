import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit } from './fit.ts'

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
