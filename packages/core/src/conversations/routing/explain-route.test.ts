import { expect, test } from 'vitest'
import { effectiveRoute } from './effective-route.ts'
import { explainRoute } from './explain-route.ts'

const facts = { webhook: { enabled: true }, agent: {}, takenOver: false }
const number = { sandbox: false, defaultRouting: 'agent' } as const

test.each([
  ['only stored', { sandbox: false }, {}, {}],
  ['follows its number, which is routed to an agent. The agent answers', number, {}, {}],
  ['the agent is silent', number, {}, { takenOver: true }],
  ['No agent is connected', number, {}, { agent: null }],
  ['routed to a webhook, whatever its number is. The webhook gets', number, { routing: 'webhook', webhookId: 'w' }, {}],
  ['kept as failed', number, { routing: 'webhook', webhookId: 'w' }, { webhook: { enabled: false } }],
  ['nobody gets its messages', number, { routing: 'webhook', webhookId: 'w' }, { webhook: null }],
  ['the sandbox number', { sandbox: true }, {}, {}],
] as const)('says “%s”', (words, ofNumber, conversation, more) => {
  const route = effectiveRoute(ofNumber, conversation)
  expect(explainRoute({ route, conversation, ...facts, ...more })).toContain(words)
})
