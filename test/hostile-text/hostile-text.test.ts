// @module-tag full
import { describe, expect, test } from 'vitest'
import { PATHS } from './paths.ts'
import { WORST_TEXTS } from './worst-texts.ts'

const SMALL = 24 * 1024
/** The time of four times the text: 4 if linear, 16 if quadratic. */
const LARGEST_GROWTH = 8
const ROUNDS = 6
/** Shorter times say nothing. */
const NEGLIGIBLE_MS = 50

async function milliseconds(text: string, work: (text: string) => unknown): Promise<number> {
  const started = process.cpuUsage()
  await work(text)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

describe.each(Object.entries(PATHS))('%s', (_, { process: work }) => {
  test.each(Object.entries(WORST_TEXTS))(
    'the time grows in proportion to %s',
    { timeout: 120_000 },
    async (__, build) => {
      await work(build(SMALL))
      const growths: number[] = []
      // Other processes may disturb some measurements.
      for (let round = 0; round < ROUNDS; round += 1) {
        const [small, large] = [await milliseconds(build(SMALL), work), await milliseconds(build(4 * SMALL), work)]
        growths.push(large < NEGLIGIBLE_MS ? 0 : large / small)
        if ((growths.at(-1) ?? 0) < LARGEST_GROWTH) break
      }
      expect(Math.min(...growths)).toBeLessThan(LARGEST_GROWTH)
    },
  )
})
