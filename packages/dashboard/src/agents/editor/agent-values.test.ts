import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { mergeEdits } from '../../ui/merge-edits.ts'
import { changedFields, changeOf, refusedFields, validateAgent, valuesOf } from './agent-values.ts'
import { anAgent } from './testing.ts'

const before = valuesOf(anAgent())

test('reports no change for an unedited agent or a new picture signature', () => {
  expect(changedFields(before, valuesOf(anAgent({ profilePicture: 'https://files.example/1?signed=2' })))).toEqual([])
})

test('reports no change if a website is being read or was read', () => {
  const tool = { id: 'w', url: 'https://x.example', prompt: '', active: true, daily: true, pages: [], cite: false }
  const unread = { ...tool, readAt: null, reading: false, readPages: [] }
  const page = { id: 'p', url: tool.url, title: 'Home', status: 'ready' as const, readAt: '2026-03-02T12:00:00.000Z' }
  const stored = valuesOf(anAgent({ websiteTools: [unread] }))
  for (const told of [
    { ...unread, reading: true },
    { ...unread, readAt: page.readAt, problem: 'robots.txt does not allow to read it', readPages: [page] },
  ])
    expect(changedFields(stored, valuesOf(anAgent({ websiteTools: [told] })))).toEqual([])
})

test('sends changed fields only', () => {
  const mine = { ...before, systemPrompt: 'You answer briefly.', icebreakers: [' Opening hours? ', ''] }
  expect(changeOf(before, mine, anAgent())).toEqual({ systemPrompt: 'You answer briefly.' })
})

test('sends whole lists: stored items with their id, new items without', () => {
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

test('sends an item that another user deleted as a new item', () => {
  const mine = { ...before, memoryKeys: before.memoryKeys.map((memory) => ({ ...memory, type: 'number' })) }
  const change = changeOf(before, mine, anAgent({ memoryKeys: [] }))
  expect(change.memoryKeys).toMatchObject([{ id: undefined, key: 'size', type: 'number' }])
})

test('treats invalid JSON text as an unsaved change', () => {
  const mine = { ...before, tools: before.tools.map((tool) => ({ ...tool, apiSchema: '{' })) }
  expect(changedFields(before, mine)).toEqual(['tools'])
  expect(changedFields(mine, { ...mine, tools: mine.tools.map((tool) => ({ ...tool, apiSchema: '{"' })) })).toEqual([
    'tools',
  ])
})

test('sends null for the default model', () => {
  expect(changeOf(valuesOf(anAgent({ llmModel: 'm' })), before, anAgent())).toEqual({ llmModel: null })
})

test('reports a conflict only if both users changed the same field', () => {
  const mine = { ...before, name: 'Ada L.' }
  const conflicts = (theirs: Parameters<typeof anAgent>[0]) =>
    mergeEdits(before, mine, valuesOf(anAgent(theirs)), changedFields).conflicts
  expect(conflicts({ systemPrompt: 'Theirs.' })).toEqual([])
  expect(conflicts({ name: 'Theirs' })).toEqual(['name'])
})

const values = valuesOf(anAgent())
const [tool] = values.tools
const [memory] = values.memoryKeys

test('accepts a stored agent', () => {
  expect(validateAgent(values)).toEqual({})
})

test('reports validation errors by field path', () => {
  if (!tool || !memory) throw new Error('no items')
  const wrong = {
    ...values,
    name: '',
    tools: [tool, { ...tool, name: '', apiSchema: '{', creditCost: 'many' }],
    memoryKeys: [{ ...memory, memoryKey: '' }],
    handoffTools: [{ key: 'h', id: undefined, childAgentId: '', childAgentName: '', description: '', active: true }],
  }
  expect(validateAgent(wrong)).toEqual({
    name: 'Must not be empty.',
    'tools.1.name': 'Must not be empty.',
    'tools.1.apiSchema': 'Must be JSON.',
    'tools.1.creditCost': 'Must be a whole number.',
    'memoryKeys.0.memoryKey': 'Must not be empty.',
    'handoffTools.0.childAgentId': 'Required.',
  })
})

test('reports the second of two memory keys with the same name', () => {
  if (!memory) throw new Error('no items')
  const twice = { ...values, memoryKeys: [memory, { ...memory, memoryKey: `${memory.memoryKey} ` }] }
  expect(validateAgent(twice)).toEqual({ 'memoryKeys.1.memoryKey': 'Duplicate.' })
})

test('reports errors of the service by field path', () => {
  const details = [
    { path: 'handoffTools.0.childAgentId', message: 'must be another agent' },
    { path: 'memoryKeys.0.key', message: 'must be unique' },
  ]
  expect(refusedFields(new ApiError('no', { status: 400, code: 'validation_error', details }))).toEqual({
    'handoffTools.0.childAgentId': 'Must be another agent.',
    'memoryKeys.0.memoryKey': 'Must be unique.',
  })
})
