import { updateAgent } from '@replywright/contract/agents.ts'
import { describe, expect, test } from 'vitest'
import { AGENT_FIELDS, EMPTY_SETTINGS } from './agent-settings.ts'
import { mergeSettings } from './merge-settings.ts'

const AGENT = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'
const OTHER = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a12'
const FRESH = { id: () => 'new id', triggerSecret: () => 'new secret' }

const LIVE = { daily: false, pages: [], cite: false }
const stored = {
  ...EMPTY_SETTINGS,
  name: 'Ada',
  llmModel: 'large',
  websiteTools: [
    { id: 'w1', url: 'https://one.example', prompt: 'one', active: false, ...LIVE },
    { id: 'w2', url: 'https://two.example', prompt: 'two', active: true, ...LIVE },
  ],
  outboundTriggers: [{ id: 't1', secret: 'the stored secret', enabled: false, templateId: 'a', templateName: 'b' }],
  documents: [{ id: 'd1', name: 'old.txt' }],
}

test('retains absent fields, and null clears the model', () => {
  expect(mergeSettings(stored, {}, AGENT, FRESH)).toEqual(stored)
  expect(mergeSettings(stored, { description: 'x', llmModel: null }, AGENT, FRESH)).toEqual({
    ...stored,
    description: 'x',
    llmModel: null,
  })
})

test('updates items with a known id, creates items without id, deletes absent items', () => {
  const sent = [
    { url: 'https://new.example', prompt: 'new' },
    { id: 'w1', url: 'https://one.example', prompt: 'changed' },
  ]
  expect(mergeSettings(stored, { websiteTools: sent }, AGENT, FRESH).websiteTools).toEqual([
    { id: 'new id', url: 'https://new.example', prompt: 'new', active: true, ...LIVE },
    { id: 'w1', url: 'https://one.example', prompt: 'changed', active: false, ...LIVE },
  ])
  expect(mergeSettings(stored, { websiteTools: [] }, AGENT, FRESH).websiteTools).toEqual([])
})

test('renames a document', () => {
  const { documents } = mergeSettings(stored, { documents: [{ id: 'd1', name: 'new.txt' }] }, AGENT, FRESH)
  expect(documents).toEqual([{ id: 'd1', name: 'new.txt' }])
})

test('retains the secret of a trigger, and creates one for a new trigger', () => {
  const template = { templateId: 'a', templateName: 'b' }
  const { outboundTriggers } = mergeSettings(
    stored,
    { outboundTriggers: [{ id: 't1', ...template }, template] },
    AGENT,
    FRESH,
  )
  expect(outboundTriggers).toEqual([
    { id: 't1', secret: 'the stored secret', enabled: false, ...template },
    { id: 'new id', secret: 'new secret', enabled: true, ...template },
  ])
})

describe('stores every field that the contract accepts, and no other', () => {
  const namesOf = (fields: typeof AGENT_FIELDS = []) =>
    fields.flatMap(({ name, readOnly }) => (readOnly ? [] : [name])).toSorted()
  test('of an agent', () => {
    expect(Object.keys(updateAgent.body.entries).toSorted()).toEqual(namesOf(AGENT_FIELDS))
  })

  const { tools, documents, memoryKeys, wakeUpConfigs, outboundTriggers } = updateAgent.body.entries
  const { websiteTools, imageGenerateTools, handoffTools, mcpConfigs } = updateAgent.body.entries
  const bodies = {
    tools: tools.wrapped.item.entries,
    documents: documents.wrapped.item.entries,
    memoryKeys: memoryKeys.wrapped.item.entries,
    wakeUpConfigs: wakeUpConfigs.wrapped.item.entries,
    outboundTriggers: outboundTriggers.wrapped.item.entries,
    websiteTools: websiteTools.wrapped.item.entries,
    imageGenerateTools: imageGenerateTools.wrapped.item.entries,
    handoffTools: handoffTools.wrapped.item.entries,
    mcpConfigs: mcpConfigs.wrapped.item.entries,
  }
  test.each(Object.entries(bodies))('of %s', (array, entries) => {
    const fields = AGENT_FIELDS.find(({ name }) => name === array)?.items
    // `parentAgentId` can only be the agent itself.
    const accepted = Object.keys(entries).filter((name) => name !== 'parentAgentId')
    expect(accepted.toSorted()).toEqual(namesOf(fields))
  })
})

describe('rejects with the path', () => {
  const handoff = { description: '', childAgentId: OTHER }
  const website = { url: 'https://one.example', prompt: '' }
  test.each([
    ['an unknown id', { websiteTools: [{ id: 'w9', ...website }] }, 'websiteTools.0.id'],
    [
      'an id twice',
      {
        websiteTools: [
          { id: 'w1', ...website },
          { id: 'w1', ...website },
        ],
      },
      'websiteTools.1.id',
    ],
    ['another parent', { handoffTools: [{ ...handoff, parentAgentId: OTHER }] }, 'handoffTools.0.parentAgentId'],
    ['itself as child', { handoffTools: [{ ...handoff, childAgentId: AGENT }] }, 'handoffTools.0.childAgentId'],
  ])('%s', (_, change, path) => {
    expect(() => mergeSettings(stored, change, AGENT, FRESH)).toThrow(
      expect.objectContaining({ code: 'validation_error', details: [expect.objectContaining({ path })] }),
    )
  })
})
