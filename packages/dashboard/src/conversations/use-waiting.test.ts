import type { Waiting } from '@replywright/contract/dashboard/conversations.ts'
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IDLE_MS } from './poll-delay.ts'
import { unhealthyQuery, waitingQuery } from './use-waiting.ts'

// The pages read what the browser stores when they are loaded.
vi.hoisted(() => {
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, { getItem: () => null })
})

const BANNED: Waiting['unhealthy'][number] = {
  number: '447700900100',
  health: { state: 'blocked', quality: null, messagingLimit: null, problems: [] },
}

beforeEach(() => {
  vi.useFakeTimers()
  // The library does not poll on a server.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

test('the banner of an open page follows at the next poll of those who wait, and sends no request of its own', async () => {
  const client = new QueryClient()
  let unhealthy: Waiting['unhealthy'] = []
  let requests = 0
  const queryFn = (): Promise<Waiting> => {
    requests += 1
    return Promise.resolve({ results: [], hasMore: false, unhealthy })
  }
  const shown: string[][] = []
  const banner = new QueryObserver(client, { ...unhealthyQuery, queryFn })
  const poll = new QueryObserver(client, { ...waitingQuery(() => IDLE_MS.waiting), queryFn })
  const stop = [
    banner.subscribe(({ data }) => shown.push((data ?? []).map(({ number }) => number))),
    poll.subscribe(() => {}),
  ]
  await vi.advanceTimersByTimeAsync(1_000)
  expect([requests, shown.at(-1)]).toEqual([1, []])

  unhealthy = [BANNED]
  await vi.advanceTimersByTimeAsync(IDLE_MS.waiting)
  expect([requests, shown.at(-1)]).toEqual([2, [BANNED.number]])

  unhealthy = []
  await vi.advanceTimersByTimeAsync(IDLE_MS.waiting)
  expect([requests, shown.at(-1)]).toEqual([3, []])
  for (const each of stop) each()
  client.clear()
})
