import { expect, test } from 'vitest'
import { newOnes } from './notifications.ts'

test('only customers who wait since the last look are new', () => {
  const rows = [{ id: '1' }, { id: '2' }]
  expect(newOnes(undefined, rows)).toEqual([])
  expect(newOnes(new Set(['1']), rows)).toEqual([{ id: '2' }])
})
