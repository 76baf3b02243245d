import { expect, test, vi } from 'vitest'
import { WarmWorkers } from './warm-workers.ts'
import { type PooledWorker, WorkerPool } from './worker-pool.ts'

/** Starts workers that return their own number when `work` is done. */
function startNumbered(stopped: number[], work: Promise<void>): (onEnd: () => void) => PooledWorker {
  let count = 0
  return (onEnd) => {
    const number = ++count
    return {
      alive: true,
      invoke: () => work.then(() => ({ payload: String(number) })),
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
  const work = Promise.withResolvers<void>()
  const pool = new WorkerPool({ concurrency: 3, start: startNumbered(stopped, work.promise), warm })
  const running = [pool.invoke('{}'), pool.invoke('{}'), pool.invoke('{}')]
  await vi.waitFor(() => expect(pool.size).toBe(3), 30_000)
  work.resolve()
  await Promise.all(running)
  await vi.waitFor(() => expect(pool.size).toBe(1), 30_000)
  expect(stopped).toEqual([1, 2])
  expect(await pool.invoke('{}')).toEqual({ payload: '3' })
  await vi.waitFor(() => expect(stopped).toEqual([1, 2, 3]), 30_000)
  expect(await pool.invoke('{}')).toEqual({ payload: '4' })
})

test('an invocation gets the worker of a short one, and its own if all workers stay busy', async () => {
  vi.useFakeTimers()
  const stopped: number[] = []
  const short = new WorkerPool({ concurrency: 3, start: startNumbered(stopped, Promise.resolve()) })
  const results = Promise.all([short.invoke('{}'), short.invoke('{}'), short.invoke('{}')])
  expect(await results).toEqual(Array(3).fill({ payload: '1' }))
  const work = Promise.withResolvers<void>()
  const long = new WorkerPool({ concurrency: 2, start: startNumbered(stopped, work.promise) })
  const running = Promise.all([long.invoke('{}'), long.invoke('{}'), long.invoke('{}')])
  expect(long.size).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(long.size).toBe(2)
  work.resolve()
  expect(await running).toEqual(expect.arrayContaining([{ payload: '1' }, { payload: '2' }]))
  vi.useRealTimers()
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
