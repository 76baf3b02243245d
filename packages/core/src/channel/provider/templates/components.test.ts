import fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentsText } from './components.ts'

test('preserves any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(componentsText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

test('rejects JSON with more than 100 levels', () => {
  expect(componentsText(nested(100))).toHaveLength(200)
  for (const levels of [101, 100_000]) expect(() => componentsText(nested(levels))).toThrow('at most 100 levels')
})

test('rejects more than 64 KB of JSON, counted in bytes', () => {
  expect(componentsText('x'.repeat(64 * 1024 - 2))).toHaveLength(64 * 1024)
  for (const text of ['x'.repeat(64 * 1024 - 1), 'ü'.repeat(33 * 1024)])
    expect(() => componentsText(text)).toThrow('larger than 64 KB')
})
