import { expect, test } from 'vitest'
import { copyOfAgent } from './copy-of-agent.ts'
import { anAgent } from './editor/testing.ts'

const ID = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'
const CHILD = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a12'

test('a copy has the settings and the items of an agent, as new ones, without its documents', () => {
  const apiSchema = { url: 'https://shop.example/', id: 'kept' }
  const copy = copyOfAgent(
    anAgent({
      name: 'Shop assistant',
      systemPrompt: 'Help.',
      icebreakers: ['Hi'],
      tools: [{ id: ID, name: 'track', description: '', apiSchema, active: false, creditCost: 1 }],
      handoffTools: [
        {
          id: ID,
          parentAgentId: ID,
          childAgentId: CHILD,
          childAgentName: 'Returns',
          description: 'Returns',
          active: true,
        },
      ],
      outboundTriggers: [
        {
          id: ID,
          url: 'https://api.example/triggers/1',
          secret: 'a secret of a trigger',
          enabled: true,
          templateId: ID,
          templateName: 't',
        },
      ],
      documents: [{ id: ID, name: 'returns.pdf', file: 'https://files.example/', status: 'ready' }],
    }),
  )
  expect(copy).toMatchObject({
    name: 'Shop assistant (copy)',
    systemPrompt: 'Help.',
    icebreakers: ['Hi'],
    documents: [],
  })
  expect(copy.tools).toEqual([{ name: 'track', description: '', apiSchema, active: false, creditCost: 1 }])
  expect(copy.handoffTools).toMatchObject([{ childAgentId: CHILD }])
  expect(copy.outboundTriggers).toEqual([{ enabled: true, templateId: ID, templateName: 't' }])
  expect(JSON.stringify(copy.handoffTools)).not.toContain(ID)
  expect(copy).not.toHaveProperty('id')
})

test('the name of a copy is at most 255 characters', () => {
  const { name } = copyOfAgent(anAgent({ name: '🙂'.repeat(255) }))
  expect(Array.from(name)).toHaveLength(255)
  expect(name).toMatch(/ \(copy\)$/)
})
