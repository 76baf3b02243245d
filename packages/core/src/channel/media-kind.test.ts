import { expect, test } from 'vitest'
import { mediaKind } from './media-kind.ts'

test.each([
  ['image/jpeg', 'image'],
  ['IMAGE/PNG', 'image'],
  ['image/webp', 'sticker'],
  ['image/svg+xml', 'document'],
  ['video/mp4', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['application/pdf', 'document'],
  ['text/plain', 'document'],
])('%s is sent as %s', (mimeType, kind) => {
  expect(mediaKind(mimeType)).toBe(kind)
})
