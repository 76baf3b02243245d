import { expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'

const hits = (...documents: readonly number[]) => documents.map((document) => ({ document, passage: 0, score: 9 }))
const fused = (rankings: Parameters<typeof fuseRanks>[0], limit = 9) =>
  fuseRanks(rankings, limit).map(({ document }) => document)

test.each([
  ['one ranking', [hits(3, 1, 2)], [3, 1, 2]],
  ['what both found before what one found', [hits(1, 2), hits(3, 2)], [2, 1, 3]],
  ['no hits', [[], []], []],
  ['one ranking without hits', [[], hits(1)], [1]],
])('%s', (_, rankings, expected) => expect(fused(rankings)).toEqual(expected))

test('returns at most the limit', () => expect(fused([hits(1, 2, 3)], 2)).toEqual([1, 2]))
