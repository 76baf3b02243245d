import { expect, test } from 'vitest'
import { changedFields, changeOf, conflictsOf } from './agent-changes.ts'
import { valuesOf } from './agent-values.ts'
import { anAgent } from './testing.ts'

const before = valuesOf(anAgent())

test('nothing changed by being shown, nor by a picture that is signed anew', () => {
  expect(changedFields(before, valuesOf(anAgent({ profilePicture: 'https://files.example/1?signed=2' })))).toEqual([])
})

test('only what was changed is sent', () => {
  const mine = { ...before, systemPrompt: 'You answer briefly.', icebreakers: [' Opening hours? ', ''] }
  expect(changeOf(before, mine, anAgent())).toEqual({ systemPrompt: 'You answer briefly.' })
})

test('a list is sent whole, with the ids of what is stored and none for what is new', () => {
  const [tool] = before.tools
  if (!tool) throw new Error('no tool')
  const added = {
    ...tool,
    key: 'new',
    id: undefined,
    name: 'Cancel an order',
    apiSchema: '{"url":"https://x.example"}',
  }
  const mine = { ...before, tools: [tool, added] }
  expect(changeOf(before, mine, anAgent())).toEqual({
    tools: [
      expect.objectContaining({ id: tool.id, name: 'Find an order' }),
      expect.objectContaining({ id: undefined, apiSchema: { url: 'https://x.example' }, creditCost: 1 }),
    ],
  })
})

test('what others removed meanwhile is sent as new', () => {
  const mine = { ...before, memoryKeys: before.memoryKeys.map((memory) => ({ ...memory, type: 'number' })) }
  const change = changeOf(before, mine, anAgent({ memoryKeys: [] }))
  expect(change.memoryKeys).toMatchObject([{ id: undefined, key: 'size', type: 'number' }])
})

test('text that is no JSON yet is an unsaved change', () => {
  const mine = { ...before, tools: before.tools.map((tool) => ({ ...tool, apiSchema: '{' })) }
  expect(changedFields(before, mine)).toEqual(['tools'])
  expect(changedFields(mine, { ...mine, tools: mine.tools.map((tool) => ({ ...tool, apiSchema: '{"' })) })).toEqual([
    'tools',
  ])
})

test('the default model is none', () => {
  expect(changeOf(valuesOf(anAgent({ llmModel: 'm' })), before, anAgent())).toEqual({ llmModel: null })
})

test('it is a conflict only when others changed the same', () => {
  const mine = { ...before, name: 'Ada L.' }
  expect(conflictsOf(before, mine, anAgent({ systemPrompt: 'Theirs.' }))).toEqual([])
  expect(conflictsOf(before, mine, anAgent({ name: 'Theirs' }))).toEqual(['name'])
})
