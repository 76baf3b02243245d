import { expect, test } from 'vitest'
import { withMemory } from './prices.ts'

test('waiting costs less with less memory, and processing the same', () => {
  const cost = (megabytes: number, use: Parameters<typeof withMemory>[1]) => withMemory(megabytes, use).dollars
  expect(cost(256, { processor: 0, waits: 3 })).toBeCloseTo(10, 1)
  expect(cost(512, { processor: 0, waits: 3 })).toBeCloseTo(20, 1)
  expect(cost(256, { processor: 0.05, waits: 0 })).toBeCloseTo(cost(1024, { processor: 0.05, waits: 0 }))
})
