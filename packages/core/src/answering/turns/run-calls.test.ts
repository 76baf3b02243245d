import { expect, test, vi } from 'vitest'
import type { Tool, ToolCall } from '../../agents/tool.ts'
import { runCalls } from './run-calls.ts'
import type { StoredResult } from './turn-steps.ts'

const call = (name: string, args = {}) => ({ id: `model-${name}`, name, args })

function world(overrides: Readonly<Record<string, Partial<Tool>>> = {}) {
  const began: (readonly [name: string, id: string])[] = []
  const stored: StoredResult[] = []
  const tool = (name: string): Tool => ({
    name,
    description: '',
    parameters: { type: 'object' },
    changesOutside: false,
    creditCost: 1,
    run: async (_, { id }: ToolCall) => {
      began.push([name, id])
      return { text: `${name} ran`, ...(name === 'pass_on' && { handoffTo: 'child' }) }
    },
    ...overrides[name],
  })
  return {
    began,
    stored,
    context: {
      turnId: 't',
      round: 0,
      step: 0,
      tools: ['a', 'b', 'pass_on', 'pass_on_2'].map(tool),
      handoffs: new Set(['pass_on', 'pass_on_2']),
      signal: new AbortController().signal,
      clock: () => 0,
      store: async (result: StoredResult) => {
        stored.push(result)
        return result
      },
    },
  }
}
const reply = (...names: readonly string[]) => ({ text: '', toolCalls: names.map((name) => call(name)) })

test('runs the calls of one step in parallel and returns results in their order', async () => {
  const gate = Promise.withResolvers<void>()
  const { context, stored } = world({
    a: { run: () => gate.promise.then(() => ({ text: 'late' })) },
    b: {
      run: async () => {
        gate.resolve()
        return { text: 'early' }
      },
    },
  })
  const results = await runCalls(reply('a', 'b'), [], context)
  expect(results.map(({ index, result }) => [index, result.text.includes('late')])).toEqual([
    [0, true],
    [1, false],
  ])
  expect(stored.map(({ index }) => index)).toEqual([1, 0])
})

test('repeats a call without a stored result under the same id, and no other', async () => {
  const first = world()
  const [, b] = await runCalls(reply('a', 'b'), [], first.context)
  const again = world()
  await runCalls(reply('a', 'b'), b ? [b] : [], again.context)
  expect(again.began).toEqual(first.began.filter(([name]) => name === 'a'))
  const other = world()
  await runCalls(reply('a'), [], { ...other.context, round: 1 })
  expect(other.began[0]?.[1]).not.toBe(again.began[0]?.[1])
})

test('runs one handoff, after all other calls', async () => {
  const { context, began } = world()
  const results = await runCalls(reply('pass_on', 'a', 'pass_on_2'), [], context)
  expect(began.map(([name]) => name)).toEqual(['a', 'pass_on'])
  expect(results.map(({ ran, result }) => [ran, result.handoffTo])).toEqual([
    [true, 'child'],
    [true, undefined],
    [false, undefined],
  ])
})

test('reports calls that cannot run to the model, without credits', async () => {
  const { context, began } = world({ a: { changesOutside: true, parameters: { type: 'object', required: ['id'] } } })
  const calls = [call('a'), call('nothing'), { ...call('b'), invalid: 'no JSON' }]
  const results = await runCalls({ text: '', toolCalls: calls }, [], context)
  expect(began).toEqual([])
  expect(results.map(({ ran, changesOutside, creditCost }) => [ran, changesOutside, creditCost])).toEqual(
    Array(3).fill([false, false, 0]),
  )
  expect(results.map(({ result }) => result.text)).toEqual([
    expect.stringContaining('id'),
    'Unknown tool: nothing.',
    'no JSON',
  ])
})

test('runs only the first 8 calls', async () => {
  const { context, began } = world()
  await runCalls(reply(...Array<string>(20).fill('a')), [], context)
  expect(began).toHaveLength(8)
})

test('stores what a call cost, changed and took', async () => {
  const { context } = world({ a: { changesOutside: true, creditCost: 3 } })
  const now = vi.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValue(142.4)
  const [result] = await runCalls(reply('a'), [], { ...context, clock: () => 7 })
  now.mockRestore()
  expect(result).toMatchObject({ ran: true, changesOutside: true, creditCost: 3, at: 7, durationMs: 42 })
  const [other] = await runCalls(reply('b'), [], context)
  expect(other).toMatchObject({ ran: true, changesOutside: false, creditCost: 1 })
})
