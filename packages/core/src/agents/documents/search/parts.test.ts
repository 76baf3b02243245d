import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loadAnalyzer } from './analyzer.ts'
import { decodePart, encodePart, PARTS, partOf, sizeOf } from './parts.ts'
import { searchSegments } from './search-segments.ts'
import { buildSegment } from './segment.ts'

const analyzer = await loadAnalyzer()
const indexed = [
  'We deliver lamps to you within two days.',
  'Die Lieferzeit für die Lampen ist kurz.',
  '返品は七日以内',
].map((text, index) => ({
  id: `document-${index}`,
  etag: `"${index}"`,
  segment: buildSegment([{ place: 'ü', text }], analyzer),
}))

test.each([0, 1, 3])('a part with %i documents is decoded as it was encoded', (count) => {
  const documents = indexed.slice(0, count)
  const bytes = gunzipSync(gzipSync(encodePart(documents)))
  expect(decodePart(bytes)).toEqual(documents)
  expect(decodePart(Buffer.concat([Buffer.alloc(3), bytes]).subarray(3))).toEqual(documents)
})

test('a decoded part is searched', () => {
  const documents = decodePart(encodePart(indexed)).map(({ segment }) => ({ name: '', segment }))
  const firstFor = (query: string) => searchSegments(documents, query, 1, analyzer)[0]?.document
  expect(['lamp delivery', 'Lieferung einer Lampe', '返品したい'].map(firstFor)).toEqual([0, 1, 2])
})

test.each([
  ['nothing', ''],
  ['another format', '\u0016\0\0\0{"format":0,"documents":[]}'],
  ['damaged bytes', '\u0009\0\0\0damaged'],
])('a part of %s has no documents', (_, text) => expect(decodePart(Buffer.from(text))).toEqual([]))

test('documents are spread over the parts by the last digit of their ids', () => {
  const ids = Array.from({ length: 16 }, (_, digit) => `0190a6b0-7c3e-7000-8000-00000000000${digit.toString(16)}`)
  expect(ids.map(partOf)).toEqual(Array.from({ length: PARTS }, (_, part) => part))
  expect(partOf('x')).toBe(0)
})

test('the size of an index is the size of its arrays', () => {
  const [first] = indexed
  expect(first && sizeOf(first)).toBeGreaterThan(100)
})
