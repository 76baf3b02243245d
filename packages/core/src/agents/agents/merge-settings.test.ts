import { describe, expect, test } from 'vitest'
import { EMPTY_SETTINGS } from './agent-settings.ts'
import { mergeSettings } from './merge-settings.ts'

const AGENT = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'
const OTHER = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a12'
const FRESH = { id: () => 'new id', triggerSecret: () => 'new secret' }

const stored = {
  ...EMPTY_SETTINGS,
  name: 'Ada',
  llmModel: 'large',
  websiteTools: [
    { id: 'w1', url: 'https://one.example', prompt: 'one', active: false },
    { id: 'w2', url: 'https://two.example', prompt: 'two', active: true },
  ],
  outboundTriggers: [{ id: 't1', secret: 'the stored secret', enabled: false, templateId: 'a', templateName: 'b' }],
  documents: [{ id: 'd1', name: 'old.txt' }],
}

test('keeps absent fields, and null clears the model', () => {
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
    { id: 'new id', url: 'https://new.example', prompt: 'new', active: true },
    { id: 'w1', url: 'https://one.example', prompt: 'changed', active: false },
  ])
  expect(mergeSettings(stored, { websiteTools: [] }, AGENT, FRESH).websiteTools).toEqual([])
})

test('renames a document', () => {
  const { documents } = mergeSettings(stored, { documents: [{ id: 'd1', name: 'new.txt' }] }, AGENT, FRESH)
  expect(documents).toEqual([{ id: 'd1', name: 'new.txt' }])
})

test('keeps the secret of a trigger, and creates one for a new trigger', () => {
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
