import { expect, test, vi } from 'vitest'
import { type PooledWorker, WorkerPool } from './worker-pool.ts'

/** A worker that answers its own number. */
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

test('idle workers end until one is left, which stays warm', async () => {
  const stopped: number[] = []
  const pool = new WorkerPool({ concurrency: 3, start: startNumbered(stopped), idleMilliseconds: 20 })
  await Promise.all([pool.invoke('{}'), pool.invoke('{}'), pool.invoke('{}')])
  expect(pool.size).toBe(3)
  await vi.waitFor(() => expect(pool.size).toBe(1))
  expect(stopped).toEqual([1, 2])
  expect(await pool.invoke('{}')).toEqual({ payload: '3' })
})

test('those waiting in line are refused when the pool stops', async () => {
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
