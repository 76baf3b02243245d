import { expect, test } from 'vitest'
import { connectText, wantedAgent } from './connect-sandbox.ts'

const ID = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'
const SANDBOX = { sandbox: true }

test('a text on a sandbox number names the agent that it asks for', () => {
  expect(wantedAgent(SANDBOX, { type: 'text', text: connectText(ID) })).toBe(ID)
  expect(wantedAgent(SANDBOX, { type: 'text', text: ` /connect:nobody\n` })).toBe('nobody')
})

test.each([
  ['on a real number', { sandbox: false }, { type: 'text', text: connectText(ID) }],
  ['that is no text', SANDBOX, { type: 'image', text: connectText(ID) }],
  ['that says more', SANDBOX, { type: 'text', text: `please ${connectText(ID)}` }],
  ['without an agent', SANDBOX, { type: 'text', text: '/connect:' }],
])('a message %s asks for none', (_, number, message) => {
  expect(wantedAgent(number, message)).toBeUndefined()
})
