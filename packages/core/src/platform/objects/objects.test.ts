import { expect, test } from 'vitest'
import { imageType } from './objects.ts'

test.each([
  ['a png', '89504e470d0a1a0a0000', 'image/png'],
  ['a jpeg', 'ffd8ffe000104a464946', 'image/jpeg'],
  ['a webp', '524946462400000057454250', 'image/webp'],
  ['another RIFF file', '524946462400000057415645', undefined],
  ['a gif', '474946383961', undefined],
  ['an incomplete png', '89504e47', undefined],
  ['an empty file', '', undefined],
])('recognizes %s', (_, hex, type) => expect(imageType(Buffer.from(hex, 'hex'))).toBe(type))
