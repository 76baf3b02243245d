import { expect, test } from 'vitest'
import type { ReadScan } from './read-scans.ts'
import { scanFailure, scanNotes, scanProblems, withScans } from './scan-words.ts'

const scans = (...entries: readonly (readonly [number, ReadScan])[]) => new Map(entries)
const read = (text: string): ReadScan => ({ text })

test.each([
  [[], []],
  [[4], ['Page 4 was read by the model from a picture. Compare its numbers and names with the file.']],
  [
    [3, 1, 2, 9],
    ['Pages 1 to 3, 9 were read by the model from pictures. Compare their numbers and names with the file.'],
  ],
])('pages %j that were read are told as %j', (pages, notes) =>
  expect(scanNotes(scans(...pages.map((page) => [page, read('x')] as const), [20, { why: 'down' }]))).toEqual(notes),
)

test('what is missing is told in the order of the pages', () => {
  const problems = scanProblems(
    [1, 2, 3, 4, 5, 6, 7],
    scans(
      [3, { why: 'undrawn' }],
      [1, { why: 'down' }],
      [2, read('x')],
      [4, { why: 'down' }],
      [5, { why: 'failed' }],
      [6, { why: 'limit' }],
      [7, { why: 'too_many' }],
    ),
  )
  expect(problems.map((each) => each.split(',')[0])).toEqual([
    'Pages 1',
    'Page 3 is a picture',
    'Page 5 is a picture in which the model read no complete text. Write what they say as text',
    'Page 6 is a picture',
    'Page 7 is a picture',
  ])
  expect(problems.join(' ')).toContain('Delete the document and upload the file again later.')
  expect(problems.join(' ')).toContain('When the limit allows it, delete the document and upload the file again.')
})

test('without a model, all pages that are pictures are missing', () =>
  expect(scanProblems([2, 3], scans())).toEqual([
    'Pages 2, 3 are pictures, whose text is not read. A scan needs text recognition first.',
  ]))

test.each<[string, readonly ReadScan[], string | undefined]>([
  ['a limit that ended it', [{ why: 'down' }, { why: 'limit' }], 'over_limit'],
  ['a model that is down', [{ why: 'failed' }, { why: 'down' }], 'model_down'],
  ['pictures without text', [{ why: 'failed' }, { why: 'undrawn' }], undefined],
  ['no pictures', [], undefined],
])('a file without text because of %s', (_, each, failure) =>
  expect(scanFailure(scans(...each.map((scan, index) => [index + 1, scan] as const)))).toBe(failure),
)

test('texts of pictures stand among those of other pages, behind the text of their own page', () => {
  const sections = [
    { place: 'page 2', text: 'two' },
    { place: 'page 10', text: 'ten' },
  ]
  const texts = scans([9, read('nine')], [10, read('picture of ten')], [1, read('one')], [3, { why: 'down' }])
  expect(withScans(sections, texts)).toEqual([
    { place: 'page 1', text: 'one' },
    { place: 'page 2', text: 'two' },
    { place: 'page 9', text: 'nine' },
    { place: 'page 10', text: 'ten\n\npicture of ten' },
  ])
})
