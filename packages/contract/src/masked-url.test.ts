import { expect, test } from 'vitest'
import { hasCredential, MASKED, maskedUrl, unmaskedUrl } from './masked-url.ts'

test.each([
  ['https://example.com/hook', 'https://example.com/hook'],
  ['https://example.com/mcp?api_key=S3CRET&x=1#top', `https://example.com/mcp?${MASKED}#top`],
  ['https://user:pass@example.com:8443/a?b', `https://${MASKED}@example.com:8443/a?${MASKED}`],
  ['arn:aws:events:eu-west-1:1:event-bus/shop', 'arn:aws:events:eu-west-1:1:event-bus/shop'],
  ['', ''],
])('%s is shown as %s', (url, shown) => {
  expect(maskedUrl(url)).toBe(shown)
  expect(unmaskedUrl(shown, url)).toBe(url)
})

test.each([
  [`https://example.com/other?${MASKED}`, 'https://example.com/mcp?key=a'],
  [`https://example.com/mcp?${MASKED}`, undefined],
])('%s with masked parts of another URL is refused', (sent, stored) => {
  expect(unmaskedUrl(sent, stored)).toBeUndefined()
})

test.each([
  'https://example.com/?api_key=1',
  'https://example.com/?apiKey=1',
  'https://example.com/?access_token=1',
  'https://example.com/?X-Amz-Signature=1',
  'https://example.com/?sig=1',
  'https://user@example.com/',
])('%s seems to contain a credential', (url) => {
  expect(hasCredential(url)).toBe(true)
})

test.each([
  'https://example.com/',
  'https://example.com/?page=2',
  'https://example.com/?key=',
  'https://example.com/?monkey=1',
  'no',
])('%s seems to contain none', (url) => {
  expect(hasCredential(url)).toBe(false)
})
