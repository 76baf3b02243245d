import { afterEach, expect, test, vi } from 'vitest'
import type { StepInput } from '../../agents/models/generate-step.ts'
import { ModelDownError } from '../../agents/models/model-errors.ts'
import { describeSession } from './describe-session.ts'

const calls: StepInput[] = []

vi.mock('../../platform/log/log.ts', () => ({ log: () => {} }))
vi.mock('../../agents/models/open-model.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  openModels: async () => ({ first: { name: 'one', model: 'one' }, fallback: { name: 'two', model: 'two' } }),
}))
vi.mock('../../agents/models/generate-step.ts', () => ({
  generateStep: async (input: StepInput) => {
    calls.push(input)
    throw new ModelDownError('timeout')
  },
}))

afterEach(() => {
  vi.restoreAllMocks()
})

test('both models share one deadline, which is before the timeout of the function', async () => {
  const deadline = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === 90_000 ? deadline.signal : new AbortController().signal,
  )
  await expect(describeSession({ outcomeKeys: [], llmModel: null, fallbackModel: null }, [], Date.now)).rejects.toThrow(
    ModelDownError,
  )
  deadline.abort()
  expect(calls.map(({ model, signal }) => [model, signal.aborted])).toEqual([
    ['one', true],
    ['two', true],
  ])
})
