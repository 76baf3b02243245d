import { expect, test } from 'vitest'
import { SOURCES, slugOf } from './navigation.ts'

test('no two files have the same address', () => {
  const slugs = SOURCES.map(slugOf)
  expect(new Set(slugs).size).toBe(slugs.length)
})
