import { expect, test } from 'vitest'
import { type ChosenTools, toolsOf } from './tool-choices.ts'

test.each<[ChosenTools, unknown]>([
  [{ any: 'recorded', own: {} }, 'recorded'],
  [{ any: 'live_read_only', own: { find: { kind: 'any', text: 'x' } } }, 'live_read_only'],
  [{ any: 'stop', own: {} }, { '*': 'stop' }],
  [
    { any: 'recorded', own: { find: { kind: 'live_read_only', text: '' } } },
    { find: 'live_read_only', '*': 'recorded' },
  ],
  [
    { any: 'stop', own: { find: { kind: 'result', text: '{"a":1}' }, cancel: { kind: 'result', text: 'Done {' } } },
    { find: { result: { a: 1 } }, cancel: { result: 'Done {' }, '*': 'stop' },
  ],
])('%j is sent as %j', (chosen, tools) => {
  expect(toolsOf(chosen)).toEqual(tools)
})
