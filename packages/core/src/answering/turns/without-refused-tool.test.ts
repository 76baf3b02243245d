import { expect, test, vi } from 'vitest'
import { ModelRefusedError } from '../../agents/models/model-errors.ts'
import type { Tool } from '../../agents/tool.ts'
import { withoutRefusedTool } from './without-refused-tool.ts'

function tool(name: string, onRefused = async () => {}): Tool {
  return {
    name,
    description: name,
    parameters: {},
    changesOutside: false,
    creditCost: 0,
    onRefused,
    run: async () => ({ text: '' }),
  }
}
const refusing = (name: string) => new ModelRefusedError(400, 'refused_tool', { tool: name })

test('the call is repeated without the refused tool, once, and later calls leave it out', async () => {
  const onRefused = vi.fn(async () => {})
  const tools = [tool('odd', onRefused), tool('healthy')]
  const generate = vi.fn(async (offered: readonly Tool[]) => {
    const names = offered.map(({ name }) => name)
    if (names.includes('odd')) throw refusing('odd')
    return names
  })
  expect(await withoutRefusedTool(tools, tools, generate)).toEqual(['healthy'])
  expect(await withoutRefusedTool(tools, tools, generate)).toEqual(['healthy'])
  expect([generate.mock.calls.length, onRefused.mock.calls.length]).toEqual([3, 1])
})

test.each([
  ['no tool', new ModelRefusedError(400, 'invalid')],
  ['an unknown tool', refusing('other')],
  ['no refusal', new Error('x')],
])('%s: the error stays', async (_, error) => {
  const tools = [tool('odd')]
  await expect(withoutRefusedTool(tools, tools, () => Promise.reject(error))).rejects.toBe(error)
})

test('a second refused tool fails', async () => {
  const tools = [tool('odd'), tool('strange')]
  const generate = (offered: readonly Tool[]) => Promise.reject(refusing(offered[0]?.name ?? ''))
  await expect(withoutRefusedTool(tools, tools, generate)).rejects.toMatchObject({ tool: 'strange' })
})
