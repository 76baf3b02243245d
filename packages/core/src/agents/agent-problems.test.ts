import { expect, test } from 'vitest'
import { agentProblems } from './agent-problems.ts'

const NONE = {
  firstMessage: '',
  tools: [],
  websiteTools: [],
  imageGenerateTools: [],
  handoffTools: [],
  wakeUpConfigs: [],
  memoryKeys: [],
  mcpConfigs: [],
}
const long = 'x'.repeat(1000)
const tool = { id: 't', name: 'n', description: '', apiSchema: null, active: true, creditCost: 0 }
const website = { id: 'w', url: 'https://x.example', prompt: '', active: true, daily: false, pages: [], cite: false }
const image = { id: 'i', name: 'n', description: '', prompt: '', active: true, creditCost: 0 }
const handoff = { id: 'h', childAgentId: 'c', description: '', active: true }
const wakeUp = { id: 'u', description: '', enabled: true, forceMessage: false }
const key = { id: 'k', key: 'k', type: 'string', initialValue: '', whenToUpdate: '' }

test.each<[Partial<Parameters<typeof agentProblems>[0]>, string | undefined]>([
  [{ firstMessage: 'é'.repeat(5000) }, 'firstMessage: is longer than 8 KB'],
  [{ tools: [tool, { ...tool, description: long }] }, 'tools.1.description: is longer than'],
  [{ tools: [{ ...tool, description: long, active: false }] }, undefined],
  [{ websiteTools: [{ ...website, prompt: long }] }, 'websiteTools.0.prompt: is longer than'],
  [{ imageGenerateTools: [{ ...image, description: long }] }, 'imageGenerateTools.0.description: is longer than'],
  [{ imageGenerateTools: [{ ...image, prompt: 'x'.repeat(4000) }] }, 'imageGenerateTools.0.prompt: leaves no room'],
  [{ handoffTools: [{ ...handoff, description: long }] }, 'handoffTools.0.description: is longer than'],
  [
    { handoffTools: Array.from({ length: 33 }, () => handoff) },
    'handoffTools: 33 are active, and models receive the first 32.',
  ],
  [{ wakeUpConfigs: [wakeUp, { ...wakeUp, description: long }] }, 'wakeUpConfigs: the descriptions have more than'],
  [{ wakeUpConfigs: Array.from({ length: 21 }, () => wakeUp) }, 'wakeUpConfigs: 21 are active'],
  [{ memoryKeys: Array.from({ length: 101 }, () => key) }, 'memoryKeys: 101 are active'],
  [{ tools: Array.from({ length: 129 }, () => tool) }, 'tools: 129 are active'],
  [{ tools: [tool], websiteTools: [website], firstMessage: 'Hello' }, undefined],
])('an agent with %o', (settings, expected) => {
  const problems = agentProblems({ ...NONE, ...settings })
  expect(problems).toHaveLength(expected === undefined ? 0 : 1)
  if (expected !== undefined) expect(problems[0]).toContain(expected)
})
