import { expect, test } from 'vitest'
import { connectText, wantedAgent } from './connect-sandbox.ts'

const ID = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'
const SANDBOX = { sandbox: true }

test('reads the requested agent from a text on a sandbox number', () => {
  expect(wantedAgent(SANDBOX, { type: 'text', text: connectText(ID) })).toBe(ID)
  expect(wantedAgent(SANDBOX, { type: 'text', text: ` /connect:unknown\n` })).toBe('unknown')
})

test.each([
  ['on a real number', { sandbox: false }, { type: 'text', text: connectText(ID) }],
  ['that is not a text', SANDBOX, { type: 'image', text: connectText(ID) }],
  ['with further text', SANDBOX, { type: 'text', text: `please ${connectText(ID)}` }],
  ['without an agent', SANDBOX, { type: 'text', text: '/connect:' }],
])('a message %s requests no agent', (_, number, message) => {
  expect(wantedAgent(number, message)).toBeUndefined()
})
