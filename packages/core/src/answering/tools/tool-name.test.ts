import { toolName } from '@replywright/contract/tool-name.ts'
import { expect, test } from 'vitest'
import type { Tool } from '../../agents/tool.ts'
import { uniquelyNamed } from './tool-name.ts'

test.each([
  ['Find an order', 'Find_an_order'],
  ['Bücher: prüfen!', 'Bucher_prufen'],
  ['get-order_2', 'get-order_2'],
  ['注文', 'fallback'],
  ['  ', 'fallback'],
  ['x'.repeat(300), 'x'.repeat(64)],
])('converts %s to %s', (text, name) => {
  expect(toolName(text, 'fallback')).toBe(name)
})

test('adds a number to a used name, within the maximum length', () => {
  const long = 'x'.repeat(64)
  const tools = ['a', 'a', 'a_2', 'a', long, long].map(
    (name): Tool => ({
      name,
      description: '',
      parameters: {},
      changesOutside: false,
      creditCost: 0,
      run: async () => ({ text: name }),
    }),
  )
  expect(uniquelyNamed(tools).map(({ name }) => name)).toEqual([
    ...['a', 'a_2', 'a_2_2', 'a_3', long, `${'x'.repeat(62)}_2`],
  ])
})
