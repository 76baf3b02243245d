import { expect, test } from 'vitest'
import { withoutToken } from './proxy.ts'

test.each([
  ['{"data":[]}', '{"data":[]}'],
  [
    '{"next":"https:\\/\\/host\\/v1\\/1?access_token=EAAtoken&limit=25"}',
    '{"next":"https:\\/\\/host\\/v1\\/1?access_token=&limit=25"}',
  ],
  ['{"next":"https://host/1?limit=25&access_token=EAAother"}', '{"next":"https://host/1?limit=25&access_token="}'],
  ['{"next":"1?access_token=EAAother\\u0026after=x"}', '{"next":"1?access_token=\\u0026after=x"}'],
  ['{"error":{"message":"Malformed access token EAAtoken"}}', '{"error":{"message":"Malformed access token "}}'],
  ['{"id":123456789012345678901234567890}', '{"id":123456789012345678901234567890}'],
])('%s', (text, cleaned) => {
  expect(withoutToken(text, 'EAAtoken')).toBe(cleaned)
})
