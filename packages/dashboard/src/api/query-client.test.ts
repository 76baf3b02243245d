import { expect, test } from 'vitest'
import { pollDelayMs, queryClient, retryDelayMs } from './query-client.ts'

test('waits twice as long after each failure, up to a minute', () => {
  expect([0, 1, 2, 3, 6, 1000].map(retryDelayMs)).toEqual([2000, 2000, 4000, 8000, 60_000, 60_000])
})

test('a poll of what does not exist slows down', () => {
  expect(pollDelayMs(1500, { error: null, errorUpdateCount: 3 })).toBe(1500)
  expect([1, 3, 9].map((errorUpdateCount) => pollDelayMs(1500, { error: new Error(), errorUpdateCount }))).toEqual([
    2000, 8000, 60_000,
  ])
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
