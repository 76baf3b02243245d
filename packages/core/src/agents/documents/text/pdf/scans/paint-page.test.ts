import { expect, test } from 'vitest'
import type { Matrix } from '../drawn-page.ts'
import type { GrayPicture } from './gray-picture.ts'
import { blankPage, paintPicture } from './paint-page.ts'

/** Its first row is black and grey, its second grey and white. */
const picture: GrayPicture = { width: 2, height: 2, gray: Uint8Array.of(0, 100, 200, 255) }

/** Transforms as a file does, whose pages begin at the bottom: the last row of the picture is at the bottom. */
const upright = (width: number, height: number): Matrix => [width, 0, 0, -height, 0, height]

test.each<[string, Matrix, readonly number[]]>([
  ['as it is', upright(2, 2), [0, 100, 200, 255]],
  ['from left to right', [-2, 0, 0, -2, 2, 2], [100, 0, 255, 200]],
  ['upside down', [2, 0, 0, 2, 0, 0], [200, 255, 0, 100]],
  ['a quarter to the right', [0, 2, 2, 0, 0, 0], [200, 0, 255, 100]],
  ['outside the page', [2, 0, 0, -2, 5, 2], [255, 255, 255, 255]],
  ['partly outside the page', [2, 0, 0, -2, 1, 2], [255, 0, 255, 200]],
  ['without an area', [2, 0, 2, 0, 0, 0], [255, 255, 255, 255]],
  ['with a size that is no number', [Number.NaN, 0, 0, 2, 0, 0], [255, 255, 255, 255]],
])('paints a picture %s', (_, matrix, gray) => {
  const page = blankPage(2, 2)
  paintPicture(page, picture, matrix)
  expect([...page.gray]).toEqual(gray)
})

test('a smaller picture is the average of its pixels', () => {
  const page = blankPage(1, 1)
  paintPicture(page, picture, upright(1, 1))
  expect([...page.gray]).toEqual([Math.round((0 + 100 + 200 + 255) / 4)])
})

test.each([
  [0, 255],
  [51, 204],
  [255, 0],
])('black with an opacity of %i leaves a brightness of %i', (opacity, light) => {
  const page = blankPage(1, 1)
  const black = { width: 1, height: 1, gray: Uint8Array.of(0), opacity: Uint8Array.of(opacity) }
  paintPicture(page, black, upright(1, 1))
  expect([...page.gray]).toEqual([light])
})

test('tells how many pixels it looked at', () => {
  const page = blankPage(10, 10)
  expect(paintPicture(page, picture, upright(10, 10))).toBe(100)
  expect(paintPicture(page, picture, upright(4, 3))).toBe(12)
  expect(paintPicture(page, picture, [4, 0, 0, -3, 20, 3])).toBe(0)
})
