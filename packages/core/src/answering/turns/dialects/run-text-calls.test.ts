import { expect, test } from 'vitest'
import { runnableCalls } from './run-text-calls.ts'

const parameters = { type: 'object', properties: { days: { type: 'number' } }, required: ['days'] }
const tools = [{ name: 'track', parameters }]
const call = (days: unknown) => ({ name: 'track', args: { days } })
const earlier = { role: 'assistant', text: '', toolCalls: [{ id: 'call00000', name: 'track', args: {} }] } as const

test.each([
  ['valid arguments', [call(1), call('2')], [{ days: 1 }, { days: 2 }]],
  ['invalid arguments', [call(1), call('soon')], []],
  ['missing arguments', [{ name: 'track', args: {} }], []],
  ['an unknown tool', [{ name: 'drop', args: { days: 1 } }], []],
  ['nothing', [], []],
])('runs calls with %s', (_, calls, args) => {
  const runnable = runnableCalls(calls, tools, [earlier])
  expect(runnable.map((each) => each.args)).toEqual(args)
  expect(runnable.map(({ id }) => id)).toEqual(args.map((__, index) => `call0000${index + 1}`))
})
