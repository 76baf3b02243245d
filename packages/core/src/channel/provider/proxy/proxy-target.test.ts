import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proxyTarget, type QueryPairs, refusedParameter } from './proxy-target.ts'

const WABA = '102290129340398'

describe('an allowed call', () => {
  test.each<[string, QueryPairs, string]>([
    [WABA, [], `/${WABA}`],
    [`${WABA}/`, [], `/${WABA}`],
    [`${WABA}/phone_numbers`, [['fields', 'id,status']], `/${WABA}/phone_numbers?fields=id%2Cstatus`],
    [`${WABA}%2Fmessage_templates`, [], `/${WABA}/message_templates`],
    ['106540352242922/qrdl/ABC-1_x', [], '/106540352242922/qrdl/ABC-1_x'],
    ['%31%32%33', [], '/123'],
    [WABA, [['after', 'MgZD==']], `/${WABA}?after=MgZD%3D%3D`],
    [WABA, [['name', 'a&access_token=b#?/../']], `/${WABA}?name=a%26access_token%3Db%23%3F%2F..%2F`],
    [
      WABA,
      [
        ['ids_of', '1'],
        ['phone_numbers[]', '2'],
        ['phone_numbers[]', '3'],
      ],
      `/${WABA}?ids_of=1&phone_numbers%5B%5D=2&phone_numbers%5B%5D=3`,
    ],
  ])('%j with %j is sent as %j', (path, query, sent) => {
    expect(proxyTarget(path, query)).toMatchObject({ kind: 'target', path: sent })
  })

  test('reports whether the path continues after the id', () => {
    expect(proxyTarget(`${WABA}/`, [])).toMatchObject({ id: WABA, hasEdge: false })
    expect(proxyTarget(`${WABA}/media`, [])).toMatchObject({ id: WABA, hasEdge: true })
  })
})

const HOSTILE_PATHS = [
  '',
  '/',
  '//',
  `/${WABA}`,
  `//${WABA}`,
  `${WABA}//`,
  `${WABA}//phone_numbers`,
  `${WABA}/./phone_numbers`,
  `${WABA}/..`,
  `${WABA}/../999`,
  '../999',
  `${WABA}/%2e%2e/999`,
  `${WABA}/%2E%2E/999`,
  `${WABA}/.%2e/999`,
  `${WABA}%2f..%2f999`,
  `${WABA}/%252e%252e/999`,
  `${WABA}/%25252e`,
  `${WABA}%252Fphone_numbers`,
  `${WABA}\\..\\999`,
  `${WABA}%5c..%5c999`,
  `${WABA}/..;/999`,
  `${WABA};/..`,
  `${WABA}/phone_numbers;x=1`,
  `${WABA}/phone_numbers?access_token=x`,
  `${WABA}%3Faccess_token=x`,
  `${WABA}%23x`,
  `${WABA}#x`,
  `${WABA}@example.com`,
  `${WABA}%40example.com/x`,
  `${WABA}:80`,
  'http://example.com/x',
  'https:/example.com',
  'http%3A%2F%2Fexample.com',
  '//example.com/x',
  '%2F%2Fexample.com',
  'file:///etc/passwd',
  `${WABA}%00`,
  `${WABA}/phone_numbers%0d%0aHost:x`,
  `${WABA}%0a`,
  `${WABA}%09`,
  `${WABA}%20`,
  ` ${WABA}`,
  `${WABA}+1`,
  `${WABA},999`,
  `${WABA}/%`,
  `${WABA}/%zz`,
  `${WABA}/%c0%ae%c0%ae/999`,
  `${WABA}/%ef%bc%8e%ef%bc%8e/999`,
  `${WABA}/．．/999`,
  '１０２２９０１２９３４０３９８',
  `${WABA}/é`,
  `0${WABA}`,
  '0',
  '-1',
  '1e15',
  '0x5D05',
  'me',
  'me/accounts',
  'v26.0',
  `v26.0/${WABA}`,
  'app',
  'search',
  '__proto__',
  'sandbox-0190',
  'oauth/access_token',
  'OAuth/access_token',
  '%6fauth/access_token',
  'debug_token',
  'Debug_Token',
  `${WABA}/oauth`,
  `${WABA}/debug_token`,
  `${WABA}/subscribed_apps`,
  `${WABA}/Subscribed_Apps`,
  `${WABA}/subscribed%5fapps`,
  `${WABA}/subscribed_apps/`,
  `${WABA}/webhook_configuration`,
  '106540352242922/deregister',
  '106540352242922/DEREGISTER',
  '1'.repeat(33),
  `${WABA}/${'a/'.repeat(600)}`,
]

const HOSTILE_PARAMETERS = [
  'access_token',
  'ACCESS_TOKEN',
  'access.token',
  'access token',
  ' access_token',
  'access_token ',
  'access_token[]',
  'access_token[0]',
  'access-token',
  '_method',
  'appsecret_proof',
  'ids',
  'Ids',
  'ids[]',
  'ids[0][x]',
  'method',
  'METHOD',
  'batch',
  'batch[0][method]',
  'override_callback_uri',
  'webhook_configuration',
  'webhook_configuration[override_callback_uri]',
  'webhook.configuration',
  '',
  'ids\u0000',
  'a b',
  'a;access_token',
  'a[b',
  'é',
]

describe('a rejected call', () => {
  test.each(HOSTILE_PATHS)('has the path %j', (path) => {
    expect(proxyTarget(path, [])).toMatchObject({ kind: 'refused' })
  })

  test.each(HOSTILE_PARAMETERS)('has the parameter %j', (name) => {
    const query: QueryPairs = [
      ['fields', 'id'],
      [name, 'x'],
    ]
    expect(proxyTarget(WABA, query)).toMatchObject({ kind: 'refused' })
  })

  test.each(['access_token', 'Access.Token', 'webhook_configuration', ' method', 'batch[0]', '_ids'])(
    'has the body field %j',
    (name) => {
      expect(refusedParameter(['to', name])).toBe(name)
    },
  )

  test.each(['to', 'text', 'method_of_payment', 'idsx', 'code_method', 'messaging_product', 'type'])(
    'is not caused by the body field %j',
    (name) => {
      expect(refusedParameter([name])).toBeUndefined()
    },
  )
})

test('sends only the checked alphabet, the id first, and no other path', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '%2e', '%2f', '%5c', '%25', '/', '//', '\\', WABA, 'media', ':', '@', '?', '#', '%'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.constantFrom('', `${WABA}/`), fc.array(part), (start, parts) => {
      const target = proxyTarget(start + parts.join(''), [])
      if (target.kind === 'refused') return
      expect(target.path).toMatch(/^\/[1-9]\d*(\/[\w-]+)*$/)
      expect(new URL(`http://host/v1${target.path}`).pathname).toBe(`/v1${target.path}`)
    }),
    { examples: [[`${WABA}/`, ['media', '/', 'a']]] },
  )
})
