import { expect, test } from 'vitest'
import { mimeTypeOf } from './mime-types.ts'

test.each([
  ['https://example.com/a.b.PDF?x=1.png', 'application/pdf'],
  ['https://example.com/photo.jpeg', 'image/jpeg'],
  ['https://example.com/download', undefined],
  ['not a url.png', undefined],
])('the MIME type of %s is %s', (url, mimeType) => {
  expect(mimeTypeOf(url)).toBe(mimeType)
})
