import { expect, test } from 'vitest'
import { hideSecrets, secretTexts } from './secret-texts.ts'

const fixed = (value: unknown, more = {}) => ({ input: { type: 'value', value, ...more } })

const apiSchema = {
  url: 'https://user:p%40ssword@api.example.com/orders/{id}?token=abc%20def&v=2',
  path_params: { id: fixed('account-1') },
  query_params: { key: fixed('key for %PHONE_NUMBER%, q-secret'), lang: fixed('german', { public: true }) },
  request_headers: { Authorization: fixed('Bearer h-secret') },
  request_body: { deep: [{ account: fixed({ ids: ['b-secret', 123456789] }) }] },
}

test.each([
  'user:p%40ssword',
  'p@ssword',
  Buffer.from('user:p@ssword').toString('base64'),
  'abc def',
  'abc%20def',
  'abc+def',
  'account-1',
  'key for ',
  ', q-secret',
  'h-secret',
  'b-secret',
  '123456789',
])('hides %s', (text) => {
  expect(hideSecrets(`it is ${text}.`, secretTexts(apiSchema))).toBe('it is [hidden].')
})

test.each(['german', '+447700900123', 'api.example.com', '2', 'orders'])('does not hide %s', (text) => {
  expect(hideSecrets(`it is ${text}.`, secretTexts(apiSchema))).toBe(`it is ${text}.`)
})
