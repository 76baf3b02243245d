import { expect, test } from 'vitest'
import { quantize } from '../../models/quantize.ts'
import { loadAnalyzer } from './analyzer.ts'
import { nearestPassages } from './nearest-passages.ts'
import { decodePart, encodePart } from './parts.ts'
import { buildSegment } from './segment.ts'

const analyzer = await loadAnalyzer()
const indexed = [
  [
    [1, 0, 0],
    [0, 1, 0],
  ],
  [[0, 0, 1]],
].map((vectors, document) => ({
  id: String(document),
  etag: '',
  segment: {
    ...buildSegment(
      vectors.map(() => ({ place: '', text: 'a text' })),
      analyzer,
    ),
    vectors: { model: 'm', dimensions: 3, values: Int8Array.from(vectors.flatMap((vector) => [...quantize(vector)])) },
  },
}))
const documents = decodePart(encodePart(indexed)).map(({ segment }) => ({ name: '', segment }))
const nearest = (vector: readonly number[], limit: number, model = 'm') =>
  nearestPassages(documents, { model, vector: quantize(vector) }, limit).map(({ document, passage }) => [
    document,
    passage,
  ])

test('finds the most similar passages, best first', () => {
  expect(nearest([0, 3, 1], 2)).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(nearest([0, 0, 1], 1)).toEqual([[1, 0]])
})

test('leaves out vectors of another model or length', () => {
  expect(nearest([0, 0, 1], 1, 'other')).toEqual([])
  expect(nearest([0, 1], 1)).toEqual([])
})
