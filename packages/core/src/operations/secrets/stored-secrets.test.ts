import { expect, test } from 'vitest'
import { ciphertextsOf, secretUseOf, withCiphertexts } from './stored-secrets.ts'

const WEBHOOK = {
  _e: 'webhook',
  organizationId: 'o',
  secret: 'S',
  headers: [{ name: 'X-Key', value: 'H' }],
  name: 'S',
}

test.each([
  ['a webhook with headers', WEBHOOK, { purpose: 'webhook-signing', owner: 'o' }, ['S', 'H']],
  [
    'the settings of the provider',
    { _e: 'providerSettings', appSecret: 'A', verifyToken: 'V', baseUrl: 'https://x' },
    { purpose: 'provider-app', owner: 'service' },
    ['A', 'V'],
  ],
  [
    'the pieces of an agent',
    { _e: 'agentBody', organizationId: 'o', secrets: ['1', '2'] },
    { purpose: 'agent-secret', owner: 'o' },
    ['1', '2'],
  ],
  ['a message', { _e: 'message', organizationId: 'o', secret: 'no' }, undefined, []],
  ['an item without a kind', {}, undefined, []],
])('finds the secrets of %s', (_, item, use, ciphertexts) => {
  expect(secretUseOf(item)).toEqual(use)
  expect(ciphertextsOf(item)).toEqual(ciphertexts)
})

test('replaces ciphertexts where secrets are, and returns only what changed', () => {
  expect(withCiphertexts(WEBHOOK, new Map([['H', 'H2']]))).toEqual({ headers: [{ name: 'X-Key', value: 'H2' }] })
  expect(withCiphertexts(WEBHOOK, new Map([['S', 'S2']]))).toEqual({ secret: 'S2' })
  expect(withCiphertexts(WEBHOOK, new Map())).toEqual({})
})
