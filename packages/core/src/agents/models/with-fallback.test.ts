import { expect, test, vi } from 'vitest'
import { ModelDownError, ModelRefusedError } from './model-errors.ts'
import type { NamedModel } from './open-model.ts'
import { withFallback } from './with-fallback.ts'

vi.mock('../../platform/log/log.ts', () => ({ log: () => {} }))

const [first, fallback]: [NamedModel, NamedModel] = [
  { name: 'one', model: 'one' },
  { name: 'two', model: 'two' },
]

/** Fails the first model with the errors, in order. Returns the names of the called models. */
function calls(...errors: (Error | undefined)[]) {
  const called: string[] = []
  const call = async ({ name }: NamedModel) => {
    called.push(name)
    const error = name === 'one' ? errors.shift() : undefined
    if (error) throw error
    return { text: 'hi' }
  }
  return { called, call }
}

test.each([
  new ModelDownError('status', 429),
  new ModelDownError('access', 429),
  new ModelDownError('status', 503),
  new ModelDownError('timeout'),
  new ModelDownError('network'),
])('the fallback replies at the first failure, and to later calls: %s', async (error) => {
  const { called, call } = calls(error)
  const models = withFallback({ first, fallback })
  expect(await models(call)).toEqual({ text: 'hi', model: 'two' })
  expect(await models(call)).toEqual({ text: 'hi', model: 'two' })
  expect(called).toEqual(['one', 'two', 'two'])
})

test.each([new ModelRefusedError(400, 'content_filter'), new ModelDownError('access', 403), new Error('unexpected')])(
  'the fallback is not called: %s',
  async (error) => {
    const { called, call } = calls(error)
    await expect(withFallback({ first, fallback })(call)).rejects.toBe(error)
    expect(called).toEqual(['one'])
  },
)

test('without a fallback the failure is thrown, and the model is called again', async () => {
  const { called, call } = calls(new ModelDownError('timeout'))
  const models = withFallback({ first, fallback: undefined })
  await expect(models(call)).rejects.toThrow('timeout')
  expect(await models(call)).toEqual({ text: 'hi', model: 'one' })
  expect(called).toEqual(['one', 'one'])
})
