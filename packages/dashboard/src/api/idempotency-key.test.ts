import { expect, test } from 'vitest'
import { intentOf } from './idempotency-key.ts'

test('the same action, sent again after a lost answer, keeps its key', () => {
  const first = intentOf(undefined, { body: { text: 'hi' } }, () => 'one')
  expect(first.key).toBe('one')
  expect(intentOf(first, { body: { text: 'hi' } }, () => 'two').key).toBe('one')
})

test('another input, or the same after an answer, is another action', () => {
  const first = intentOf(undefined, { body: { text: 'hi' } }, () => 'one')
  expect(intentOf(first, { body: { text: 'hello' } }, () => 'two').key).toBe('two')
  expect(intentOf(undefined, { body: { text: 'hi' } }, () => 'three').key).toBe('three')
})
