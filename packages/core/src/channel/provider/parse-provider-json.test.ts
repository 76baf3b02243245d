import { expect, test } from 'vitest'
import { parseProviderJson } from './parse-provider-json.ts'

test.each([
  ['{"message_template_id":18446744073709551615,"n":1}', { message_template_id: '18446744073709551615', n: 1 }],
  ['{"message_template_id" : 5}', { message_template_id: '5' }],
  ['{"message_template_id":"5"}', { message_template_id: '5' }],
  ['{"text":"\\"message_template_id\\":5"}', { text: '"message_template_id":5' }],
  ['{"text":"\\ud83d\\ude00 cut \\ud83d here"}', { text: '😀 cut \ufffd here' }],
  ['{"text":"message_template_id","id":5}', { text: 'message_template_id', id: 5 }],
])('%s', (body, parsed) => {
  expect(parseProviderJson(Buffer.from(body))).toEqual(parsed)
})

test('returns undefined for invalid JSON', () => {
  expect(parseProviderJson(Buffer.from('{"message_template_id":5'))).toBeUndefined()
})
