import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { pollEvery, queryClient, retryDelayMs } from './query-client.ts'

test('waits twice as long after each failure, up to a minute', () => {
  expect([0, 1, 2, 3, 6, 1000].map(retryDelayMs)).toEqual([2000, 2000, 4000, 8000, 60_000, 60_000])
})

test('a poll slows down while it fails, and stops for what does not exist', () => {
  const delay = (error: Error | null, errorUpdateCount: number) =>
    pollEvery(1500)({ state: { error, errorUpdateCount } })
  expect(delay(null, 3)).toBe(1500)
  expect([1, 3, 9].map((count) => delay(new Error(), count))).toEqual([2000, 8000, 60_000])
  expect(delay(new ApiError('No such webhook', { status: 404, code: 'not_found' }), 1)).toBe(false)
})

test('every poll is one of these, or depends on what was read', () => {
  const sources = globSync('packages/dashboard/src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const others = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/refetchInterval: (?!pollEvery\(|\(|false|isNewest)(.*)/g)].map(
      ([text]) => text,
    ),
  )
  expect(others).toEqual([])
})

test('the delay after a failure counts the failures since the last success', async () => {
  const queryKey = ['polled']
  const counted = async (read: () => Promise<unknown>) => {
    await queryClient.fetchQuery({ queryKey, queryFn: read, staleTime: 0 }).catch(() => {})
    return queryClient.getQueryState(queryKey)?.errorUpdateCount
  }
  const failing = () => Promise.reject(new Error())
  const succeeding = () => Promise.resolve('read')
  const counts = []
  for (const read of [failing, failing, succeeding, failing]) counts.push(await counted(read))
  expect(counts).toEqual([1, 2, 0, 1])
  queryClient.clear()
})
