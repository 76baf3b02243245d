import * as v from 'valibot'
import { expect, test } from 'vitest'
import { WebhookHeaders } from './webhooks.ts'

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'v']))

test.each([[{}], [{ Authorization: 'Bearer k', 'x-api-key': '' }], [many(10)]])('accepts %j', (headers) => {
  expect(v.parse(WebhookHeaders, headers)).toEqual(headers)
})

test.each([
  [{ 'X-Service-Event': 'a' }],
  [{ 'Webhook-Id': 'a' }],
  [{ 'content-type': 'a' }],
  [{ Host: 'a' }],
  [{ 'User-Agent': 'a' }],
  [{ Connection: 'a' }],
  [{ 'Transfer-Encoding': 'chunked' }],
  [{ 'Proxy-Authorization': 'a' }],
  [{ 'X Team': 'a' }],
  [{ 'X-Team': 'a\nb' }],
  [{ 'X-Team': 'a'.repeat(1025) }],
  [{ 'X-Team': 'a', 'x-team': 'b' }],
  [many(11)],
])('rejects %j', (headers) => {
  expect(v.is(WebhookHeaders, headers)).toBe(false)
})
