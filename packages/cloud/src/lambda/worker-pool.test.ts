import { expect, test, vi } from 'vitest'
import { WarmWorkers } from './warm-workers.ts'
import { type PooledWorker, WorkerPool } from './worker-pool.ts'

/** Starts workers that return their own number. */
function startNumbered(stopped: number[]): (onEnd: () => void) => PooledWorker {
  let count = 0
  return (onEnd) => {
    const number = ++count
    return {
      alive: true,
      invoke: async () => ({ payload: String(number) }),
      stop: async () => {
        stopped.push(number)
        onEnd()
      },
    }
  }
}

test('ends idle workers, the last one of a function after the others', async () => {
  const stopped: number[] = []
  const warm = new WarmWorkers({ otherIdleMilliseconds: 20, lastIdleMilliseconds: 300 })
  const pool = new WorkerPool({ concurrency: 3, start: startNumbered(stopped), warm })
  await Promise.all([pool.invoke('{}'), pool.invoke('{}'), pool.invoke('{}')])
  expect(pool.size).toBe(3)
  await vi.waitFor(() => expect(pool.size).toBe(1), 30_000)
  expect(stopped).toEqual([1, 2])
  expect(await pool.invoke('{}')).toEqual({ payload: '3' })
  await vi.waitFor(() => expect(stopped).toEqual([1, 2, 3]), 30_000)
  expect(await pool.invoke('{}')).toEqual({ payload: '4' })
})

test('ends the least recently used above the maximum, and never a busy one', async () => {
  const stopped: string[] = []
  const warm = new WarmWorkers({ atMost: 1, otherIdleMilliseconds: 20 })
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const release = Promise.withResolvers<void>()
  const poolOf = (name: string, work = Promise.resolve()) =>
    new WorkerPool({
      concurrency: 1,
      warm,
      start: (onEnd) => ({
        alive: true,
        invoke: () => work.then(() => ({ payload: name })),
        stop: async () => {
          stopped.push(name)
          onEnd()
        },
      }),
    })
  const [busy, old, fresh] = [poolOf('busy', release.promise), poolOf('old'), poolOf('fresh')]
  const running = busy.invoke('{}')
  await old.invoke('{}')
  vi.spyOn(performance, 'now').mockReturnValue(500)
  await fresh.invoke('{}')
  vi.spyOn(performance, 'now').mockReturnValue(1100)
  await vi.waitFor(() => expect(stopped).toEqual(['old']), 30_000)
  expect(fresh.size).toBe(1)
  release.resolve()
  expect(await running).toEqual({ payload: 'busy' })
  vi.restoreAllMocks()
})

test('rejects queued invocations at stop', async () => {
  const release = Promise.withResolvers<void>()
  const start = (): PooledWorker => ({
    alive: true,
    invoke: async () => {
      await release.promise
      return { payload: 'done' }
    },
    stop: async () => {},
  })
  const pool = new WorkerPool({ concurrency: 1, start })
  const running = pool.invoke('{}')
  const waiting = pool.invoke('{}')
  const refused = expect(waiting).rejects.toMatchObject({ name: 'ServiceException' })
  const stopped = pool.stop()
  await refused
  release.resolve()
  expect(await running).toEqual({ payload: 'done' })
  await stopped
})

test('starts further workers one at a time, each for an invocation that waits', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const start = (): PooledWorker => ({
    alive: true,
    invoke: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      await promise
      return { payload: 'done' }
    },
    stop: async () => {},
  })
  const pool = new WorkerPool({ concurrency: 4, startsAtOnce: 2, start })
  const running = Array.from({ length: 6 }, () => pool.invoke('{}'))
  expect(pool.size).toBe(2)
  await vi.advanceTimersByTimeAsync(100)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(100)
  // The first in the queue did not wait for the whole time.
  expect(pool.size).toBe(2)
  await vi.advanceTimersByTimeAsync(200)
  expect(pool.size).toBe(3)
  await vi.advanceTimersByTimeAsync(200)
  expect(pool.size).toBe(4)
  await vi.advanceTimersByTimeAsync(1000)
  expect(pool.size).toBe(4)
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(await Promise.all(running)).toHaveLength(6)
  vi.useRealTimers()
})

test('starts a further worker if invocations wait for long, although the queue moves', async () => {
  vi.useFakeTimers()
  const start = (): PooledWorker => ({
    alive: true,
    invoke: async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { payload: 'done' }
    },
    stop: async () => {},
  })
  const pool = new WorkerPool({ concurrency: 3, startsAtOnce: 1, start })
  const running = Array.from({ length: 30 }, () => pool.invoke('{}'))
  await vi.advanceTimersByTimeAsync(900)
  expect(pool.size).toBe(1)
  await vi.advanceTimersByTimeAsync(600)
  expect(pool.size).toBe(3)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(running)).toHaveLength(30)
  vi.useRealTimers()
})
