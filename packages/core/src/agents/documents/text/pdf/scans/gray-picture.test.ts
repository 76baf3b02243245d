import { expect, test } from 'vitest'
import { grayPicture } from './gray-picture.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const list = (values: Uint8Array | undefined) => values && [...values]

test.each([
  ['bits', { width: 3, height: 2, kind: 1, data: bytes(0b10100000, 0b01000000) }, [255, 0, 255, 0, 255, 0], undefined],
  [
    'a row of more than a byte',
    { width: 9, height: 1, kind: 1, data: bytes(0, 0x80) },
    [0, 0, 0, 0, 0, 0, 0, 0, 255],
    undefined,
  ],
  [
    'colours',
    { width: 3, height: 1, kind: 2, data: bytes(255, 0, 0, 0, 255, 0, 255, 255, 255) },
    [76, 150, 255],
    undefined,
  ],
  ['colours with opacity', { width: 2, height: 1, kind: 3, data: bytes(0, 0, 255, 10, 9, 9, 9, 0) }, [29, 9], [10, 0]],
])('reads %s', (_, decoded, gray, opacity) => {
  const picture = grayPicture(decoded, undefined)
  expect(picture).toMatchObject({ width: decoded.width, height: decoded.height })
  expect(list(picture?.gray)).toEqual(gray)
  expect(list(picture?.opacity)).toEqual(opacity)
})

test('a stencil is painted with its ink where its bits are 0', () => {
  const picture = grayPicture({ width: 4, height: 1, data: bytes(0b01100000) }, 30)
  expect(list(picture?.gray)).toEqual([30, 30, 30, 30])
  expect(list(picture?.opacity)).toEqual([255, 0, 0, 255])
})

test('reads bytes within a larger buffer', () => {
  const data = bytes(1, 2, 3, 200, 200, 200).subarray(3)
  expect(list(grayPicture({ width: 1, height: 1, kind: 2, data }, undefined)?.gray)).toEqual([200])
})

test.each([
  ['nothing', undefined, undefined],
  ['null, for a picture that cannot be decoded', null, undefined],
  ['a bitmap', { width: 1, height: 1, bitmap: {} }, undefined],
  ['no bytes', { width: 1, height: 1, kind: 2, data: bytes() }, undefined],
  ['too few colours', { width: 2, height: 1, kind: 2, data: bytes(1, 2, 3) }, undefined],
  ['too few bits', { width: 9, height: 1, kind: 1, data: bytes(1) }, undefined],
  ['too few bits of a stencil', { width: 9, height: 2, data: bytes(1) }, 0],
  ['another kind', { width: 1, height: 1, kind: 4, data: bytes(1, 2, 3, 4) }, undefined],
  ['no width', { height: 1, kind: 1, data: bytes(1) }, undefined],
])('does not read %s', (_, decoded, ink) => expect(grayPicture(decoded, ink)).toBeUndefined())
