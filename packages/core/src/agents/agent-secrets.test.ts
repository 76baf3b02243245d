import { MASKED } from '@replywright/contract/masked-url.ts'
import { expect, test } from 'vitest'
import { joinSecrets, maskSecrets, splitSecrets, unknownSecrets, unmaskSecrets } from './agent-secrets.ts'
import { type AgentSettings, EMPTY_SETTINGS } from './agent-settings.ts'

const fixed = (value: unknown, more = {}) => ({ input: { type: 'value', value, ...more }, required: true })

interface Secrets {
  readonly header: unknown
  readonly key: unknown
  readonly userinfo: string
  readonly query: string
  readonly trigger: string
}

function withSecrets({ header, key, userinfo, query, trigger }: Secrets): AgentSettings {
  return {
    ...EMPTY_SETTINGS,
    tools: [
      { id: 'plain', name: '', description: '', apiSchema: ['any', { JSON: null }], active: true, creditCost: 0 },
      {
        id: 'tool',
        name: '',
        description: '',
        apiSchema: {
          url: ` https://${userinfo}@api.example/v1/{id}?${query}#top`,
          path_params: { id: fixed(key) },
          query_params: { q: fixed('no secret', { public: true }), key: fixed(key) },
          request_body: { deep: [{ key: fixed(key) }, 'key'] },
          request_headers: {
            Authorization: fixed(header),
            'X-Question': { input: { type: 'description', description: 'what to ask' } },
          },
        },
        active: true,
        creditCost: 1,
      },
    ],
    outboundTriggers: [{ id: 'trigger', secret: trigger, enabled: true, templateId: '', templateName: '' }],
  }
}

const SECRETS: Secrets = {
  header: 'Bearer ö"\u2028',
  key: { nested: 'k-1' },
  userinfo: 'user:p%40ss',
  query: 'token=abc&v=2',
  trigger: 'a secret of the trigger',
}
const ALL_MASKED: Secrets = { header: MASKED, key: MASKED, userinfo: MASKED, query: MASKED, trigger: MASKED }
const whole = withSecrets(SECRETS)

test('takes secrets out and puts them back without other changes', () => {
  const { bare, secrets } = splitSecrets(whole)
  expect(JSON.stringify(bare)).not.toMatch(/Bearer|a secret of|k-1|user|token/)
  expect(JSON.stringify(bare)).toContain('no secret')
  expect(new Set(Object.values(secrets))).toEqual(new Set(Object.values(SECRETS)))
  expect(joinSecrets(bare, secrets)).toEqual(whole)
})

test('masks secrets for callers who must not see them', () => {
  expect(maskSecrets(splitSecrets(whole).bare)).toEqual(withSecrets(ALL_MASKED))
})

test('a masked value is the stored one at any position of its item', () => {
  const { bare, secrets } = splitSecrets(whole)
  const masked = maskSecrets(bare)
  const moved = { ...masked, tools: masked.tools.toReversed() }
  expect(unmaskSecrets(moved, secrets).tools.toReversed()).toEqual(whole.tools)
  expect(unmaskSecrets(withSecrets({ ...ALL_MASKED, header: 'new', query: 'token=new' }), secrets)).toEqual(
    withSecrets({ ...SECRETS, header: 'new', query: 'token=new' }),
  )
})

test('rejects a masked value without a stored one, with its path', () => {
  for (const [name, path] of [
    ['header', 'request_headers.Authorization.input.value'],
    ['key', 'path_params.id.input.value'],
    ['query', 'url'],
  ] as const)
    expect(() => unmaskSecrets(withSecrets({ ...SECRETS, [name]: MASKED }), {})).toThrow(
      `tools.1.apiSchema.${path}: is masked`,
    )
})

const onlyTool = (apiSchema: unknown): AgentSettings => ({
  ...EMPTY_SETTINGS,
  tools: [{ id: 'tool', name: '', description: '', apiSchema, active: true, creditCost: 0 }],
})

test('opens and masks agents stored when only headers were secret', () => {
  const apiSchema = {
    url: 'https://api.example/x?token=abc',
    query_params: { key: fixed('clear') },
    request_headers: { Authorization: fixed('') },
  }
  const bare = onlyTool(apiSchema)
  const opened = joinSecrets(bare, { '["tool","Authorization"]': 'Bearer 1' })
  expect(opened).toEqual(onlyTool({ ...apiSchema, request_headers: { Authorization: fixed('Bearer 1') } }))
  const masked = maskSecrets(bare)
  expect(masked).toEqual(
    onlyTool({
      url: `https://api.example/x?${MASKED}`,
      query_params: { key: fixed(MASKED) },
      request_headers: { Authorization: fixed(MASKED) },
    }),
  )
  expect(unmaskSecrets(masked, splitSecrets(opened).secrets)).toEqual(opened)
})

test('makes a secret public, also if it is sent masked', () => {
  const secret = onlyTool({ query_params: { shop: fixed('north') } })
  const isPublic = (value: string) => onlyTool({ query_params: { shop: fixed(value, { public: true }) } })
  const unmasked = unmaskSecrets(isPublic(MASKED), splitSecrets(secret).secrets)
  expect(unmasked).toEqual(isPublic('north'))
  expect(splitSecrets(unmasked)).toEqual({ bare: unmasked, secrets: {} })
  expect(maskSecrets(unmasked)).toEqual(unmasked)
})

test.each([
  ['https://api.example/x', 'https://api.example/x'],
  ['https://api.example/x#y', 'https://api.example/x#y'],
  ['https://api.example/x#y?z', 'https://api.example/x#y?z'],
  ['https://api.example/a@b/{id}', 'https://api.example/a@b/{id}'],
  ['https://a@b@api.example', `https://${MASKED}@api.example`],
  ['//k@api.example?a?b', `//${MASKED}@api.example?${MASKED}`],
  ['api.example/x?token=a', `api.example/x?${MASKED}`],
  ['', ''],
])('masks the URL %s as %s', (url, seen) => {
  const settings = onlyTool({ url })
  const { bare, secrets } = splitSecrets(settings)
  expect(maskSecrets(bare)).toEqual(onlyTool({ url: seen }))
  expect(joinSecrets(bare, secrets)).toEqual(settings)
})

test('preserves secrets of a later release as long as their item exists', () => {
  const { bare, secrets } = splitSecrets(whole)
  const [known = ''] = Object.keys(secrets)
  const later = JSON.stringify(['signing', 'tool'])
  const stored = { ...secrets, [later]: 'of a later release' }
  expect(unknownSecrets(bare, whole, stored)).toEqual({ [later]: 'of a later release' })
  const withoutTool = { ...whole, tools: whole.tools.filter(({ id }) => id !== 'tool') }
  expect(unknownSecrets(bare, withoutTool, stored)).toEqual({})
  expect(stored).toHaveProperty([known])
})
