import { expect, test } from 'vitest'
import { effectiveRoute } from './effective-route.ts'
import { explainRoute } from './explain-route.ts'

const facts = { webhook: { enabled: true }, agent: {}, takenOver: false }
const number = { sandbox: false, defaultRouting: 'agent' } as const

test.each([
  ['only stored', { sandbox: false }, {}, {}],
  ['inherits the routing of its number: an agent. The agent responds', number, {}, {}],
  ['the agent is paused', number, {}, { takenOver: true }],
  ['No agent is connected', number, {}, { agent: null }],
  [
    'overrides the routing of its number: a webhook. The webhook receives',
    number,
    { routing: 'webhook', webhookId: 'w' },
    {},
  ],
  ['stored as failed', number, { routing: 'webhook', webhookId: 'w' }, { webhook: { enabled: false } }],
  ['The webhook no longer exists', number, { routing: 'webhook', webhookId: 'w' }, { webhook: null }],
  ['a sandbox number', { sandbox: true }, {}, {}],
] as const)('says "%s"', (text, ofNumber, conversation, more) => {
  const route = effectiveRoute(ofNumber, conversation)
  expect(explainRoute({ route, conversation, ...facts, ...more })).toContain(text)
})
