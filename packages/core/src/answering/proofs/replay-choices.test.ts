import { expect, test } from 'vitest'
import { choicesOf, nameWithoutEffect } from './replay-choices.ts'

test('a choice is known by the name of the tool as people write it, and as the model calls it', () => {
  expect([...choicesOf({ 'Find an order': 'stop', cancel: { result: 1 }, '*': 'live_read_only' })]).toEqual([
    ['Find_an_order', 'stop'],
    ['cancel', { result: 1 }],
    ['*', 'live_read_only'],
  ])
  expect([...choicesOf('recorded')]).toEqual([])
  expect([...choicesOf('live_read_only')]).toEqual([['*', 'live_read_only']])
})

test.each([
  [{ recall: 'stop' }, 'recall'],
  [{ find: 'stop', 'ask for number': 'recorded' }, 'ask for number'],
  [{ hand_off_to_Sales: 'stop' }, 'hand_off_to_Sales'],
  [{ ' ': 'stop' }, ' '],
  [{ find: 'stop', '*': 'recorded' }, undefined],
  ['recorded', undefined],
] as const)('the name without effect of %j is %j', (tools, name) => {
  expect(nameWithoutEffect(tools)).toBe(name)
})
