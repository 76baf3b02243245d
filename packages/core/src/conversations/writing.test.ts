import { expect, test } from 'vitest'
import { writerOf } from './writing.ts'

const NOW = 1_795_167_600_000
const writer = { userId: 'u' }

test.each([
  ['another member is writing', { writer, writerUntil: NOW + 1 }, 'v', writer],
  ['the member is writing', { writer, writerUntil: NOW + 1 }, 'u', undefined],
  ['another member was writing', { writer, writerUntil: NOW }, 'v', undefined],
  ['nobody is writing', {}, 'v', undefined],
] as const)('%s', (_, conversation, userId, expected) => {
  expect(writerOf(conversation, userId, NOW)).toBe(expected)
})
