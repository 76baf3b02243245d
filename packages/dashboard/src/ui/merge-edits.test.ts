import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const before = { name: 'A', url: 'u', headers: [{ name: 'h' }] }

test('keeps the changes of both to different fields', () => {
  const mine = { ...before, name: 'mine' }
  expect(mergeEdits(before, mine, { ...before, url: 'theirs' })).toEqual({
    merged: { ...before, name: 'mine', url: 'theirs' },
    conflicts: [],
  })
})

test('reports a field that both changed, and prefers mine', () => {
  const mine = { ...before, headers: [] }
  expect(mergeEdits(before, mine, { ...before, headers: [{ name: 'other' }] })).toEqual({
    merged: mine,
    conflicts: ['headers'],
  })
})

test('reports no conflict if both made the same change', () => {
  const same = { ...before, name: 'same' }
  expect(mergeEdits(before, same, same).conflicts).toEqual([])
})
