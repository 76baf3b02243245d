import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { expect, test } from 'vitest'
import { type AgentSettings, EMPTY_SETTINGS } from './agent-settings.ts'
import { keepMasked, maskSecrets, putSecrets, takeSecrets } from './secret-places.ts'

const fixed = (value: unknown) => ({ input: { type: 'value', value }, required: true })

function withSecrets(header: unknown, secret: string): AgentSettings {
  return {
    ...EMPTY_SETTINGS,
    tools: [
      { id: 'plain', name: '', description: '', apiSchema: ['any', { JSON: null }], active: true, creditCost: 0 },
      {
        id: 'tool',
        name: '',
        description: '',
        apiSchema: {
          url: 'https://api.example',
          query_params: { q: fixed('no secret') },
          request_headers: {
            Authorization: fixed(header),
            'X-Question': { input: { type: 'description', description: 'what to ask' } },
          },
        },
        active: true,
        creditCost: 1,
      },
    ],
    outboundTriggers: [{ id: 'trigger', secret, enabled: true, templateId: '', templateName: '' }],
  }
}

const whole = withSecrets('Bearer ö"\u2028', 'a secret of the trigger')

test('secrets are taken out and put back, and everything else stays as it is', () => {
  const { bare, secrets } = takeSecrets(whole)
  expect(JSON.stringify(bare)).not.toMatch(/Bearer|a secret of/)
  expect(Object.values(secrets)).toEqual(['Bearer ö"\u2028', 'a secret of the trigger'])
  expect(putSecrets(bare, secrets)).toEqual(whole)
})

test('who may not see them sees that they are there', () => {
  expect(maskSecrets(takeSecrets(whole).bare)).toEqual(withSecrets(MASKED, MASKED))
})

test('a masked value that is sent back keeps the stored one, wherever its item stands', () => {
  const { bare, secrets } = takeSecrets(whole)
  const masked = maskSecrets(bare)
  const moved = { ...masked, tools: masked.tools.toReversed() }
  expect(keepMasked(moved, secrets).tools.toReversed()).toEqual(whole.tools)
  expect(keepMasked(withSecrets('new', MASKED), secrets)).toEqual(withSecrets('new', 'a secret of the trigger'))
})

test('a masked value where nothing is stored is refused with its path', () => {
  expect(() => keepMasked(withSecrets(MASKED, 'x'), {})).toThrow(
    'tools.1.apiSchema.request_headers.Authorization.input.value: is masked',
  )
})
