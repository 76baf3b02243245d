import { expect, test } from 'vitest'
import { brightness, type PictureOperators, placedPictures } from './placed-pictures.ts'

const OPS: PictureOperators = {
  save: 1,
  restore: 2,
  transform: 3,
  setGState: 4,
  setFillRGBColor: 5,
  paintFormXObjectBegin: 6,
  paintFormXObjectEnd: 7,
  paintImageXObject: 8,
  paintInlineImageXObject: 9,
  paintImageMaskXObject: 10,
  paintImageXObjectRepeat: 11,
  paintImageMaskXObjectRepeat: 12,
  paintImageMaskXObjectGroup: 13,
  paintInlineImageXObjectGroup: 14,
}
type Step = readonly [operator: keyof PictureOperators, ...values: unknown[]]

function placed(...steps: readonly Step[]) {
  const fnArray = steps.map(([name]) => OPS[name])
  return placedPictures({ fnArray, argsArray: steps.map(([, ...values]) => values) }, OPS)
}

test('places pictures where transformations put them, and forgets these with their group', () => {
  expect(
    placed(
      ['save'],
      ['transform', 2, 0, 0, 2, 10, 10],
      ['paintFormXObjectBegin', [1, 0, 0, 1, 5, 0]],
      ['paintImageXObject', 'a'],
      ['paintFormXObjectEnd'],
      ['paintInlineImageXObject', { width: 1 }],
      ['restore'],
      ['paintImageXObject', 'b'],
    ),
  ).toEqual([
    { source: 'a', matrix: [2, 0, 0, 2, 20, 10], ink: undefined },
    { source: { width: 1 }, matrix: [2, 0, 0, 2, 10, 10], ink: undefined },
    { source: 'b', matrix: [1, 0, 0, 1, 0, 0], ink: undefined },
  ])
})

test('a stencil has the ink of its group', () => {
  const inks = placed(
    ['paintImageMaskXObject', 'black'],
    ['save'],
    ['setFillRGBColor', '#ff0000'],
    ['paintImageMaskXObject', 'red'],
    ['restore'],
    ['paintImageMaskXObject', 'black'],
    ['setFillRGBColor', 'pattern'],
    ['paintImageMaskXObject', 'unknown'],
  )
  expect(inks?.map(({ ink }) => ink)).toEqual([0, 76, 0, 0])
})

test.each<[string, Step]>([
  ['repeated', ['paintImageXObjectRepeat', 'a']],
  ['repeated as a stencil', ['paintImageMaskXObjectRepeat', 'a']],
  ['a group of stencils', ['paintImageMaskXObjectGroup', []]],
  ['a group', ['paintInlineImageXObjectGroup', []]],
  ['masked', ['setGState', [['SMask', { subtype: 'Luminosity' }]]]],
])('a page whose picture is %s cannot be painted', (_, step) =>
  expect(placed(['paintImageXObject', 'a'], step)).toBeUndefined(),
)

test('a mask that ends, and other states, hide nothing', () => {
  const states: Step = [
    'setGState',
    [
      ['SMask', false],
      ['LW', 2],
    ],
  ]
  expect(placed(states, ['paintImageXObject', 'a'])).toHaveLength(1)
})

test('a page with hundreds of pictures is no scan', () => {
  const many = (count: number) => placed(...Array.from({ length: count }, (): Step => ['paintImageXObject', 'a']))
  expect(many(500)).toHaveLength(500)
  expect(many(501)).toBeUndefined()
})

test('more ends than beginnings are nothing', () =>
  expect(placed(['restore'], ['paintFormXObjectEnd'], ['paintImageXObject', 'a'])).toMatchObject([
    { matrix: [1, 0, 0, 1, 0, 0] },
  ]))

test.each([
  [0, 0, 0, 0],
  [255, 255, 255, 255],
  [0, 0, 255, 29],
])('the brightness of %i, %i, %i is %i', (red, green, blue, light) => expect(brightness(red, green, blue)).toBe(light))
