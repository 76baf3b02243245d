import { expect, test } from 'vitest'
import { type AgentSettings, EMPTY_SETTINGS } from '../agent-settings.ts'
import { compareSettings } from './compare-settings.ts'

const tool = (secret: string, name = 'Find an order') => ({
  id: 't1',
  name,
  description: '',
  apiSchema: { url: 'https://api.example', request_headers: { Key: { input: { type: 'value', value: secret } } } },
  active: true,
  creditCost: 0,
})
const before: AgentSettings = { ...EMPTY_SETTINGS, name: 'Ada', systemPrompt: 'One.\nTwo.', tools: [tool('s3cret')] }

test('equal settings have no differences', () => {
  expect(compareSettings(before, structuredClone(before))).toEqual([])
})

test('shows the text of a changed setting', () => {
  expect(compareSettings(before, { ...before, systemPrompt: 'One.' })).toEqual([
    { field: 'systemPrompt', item: null, property: null, before: 'One.\nTwo.', after: 'One.' },
  ])
})

test('shows that a secret changed, without its values', () => {
  const changes = compareSettings(before, { ...before, tools: [tool('0ther')] })
  expect(changes).toEqual([expect.objectContaining({ field: 'tools', item: 'Find an order', property: 'apiSchema' })])
  expect(changes[0]?.after).toContain('(changed)')
  expect(JSON.stringify(changes)).not.toMatch(/s3cret|0ther/)
})

test('shows added, removed, renamed and reordered items', () => {
  const [one, two] = [tool('s3cret'), { ...tool('x', 'Cancel'), id: 't2' }]
  expect(compareSettings(before, { ...before, tools: [two] })).toMatchObject([
    { item: 'Find an order', property: null, after: null },
    { item: 'Cancel', property: null, before: null },
  ])
  expect(compareSettings(before, { ...before, tools: [tool('s3cret', 'Look up')] })).toEqual([
    { field: 'tools', item: 'Look up', property: 'name', before: 'Find an order', after: 'Look up' },
  ])
  expect(compareSettings({ ...before, tools: [one, two] }, { ...before, tools: [two, one] })).toEqual([
    { field: 'tools', item: null, property: 'order', before: 'Find an order\nCancel', after: 'Cancel\nFind an order' },
  ])
})
