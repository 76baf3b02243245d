import { expect, test } from 'vitest'
import { realTiming } from './timing.ts'

const HOUR_MS = 3_600_000

test('rejects with the reason of its signal', async () => {
  const controller = new AbortController()
  const sleeping = realTiming.sleep(HOUR_MS, controller.signal)
  controller.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  await expect(realTiming.sleep(HOUR_MS, controller.signal)).rejects.toThrow('enough')
})

test('resolves after the delay', async () => {
  await expect(realTiming.sleep(1, new AbortController().signal)).resolves.toBeUndefined()
})
