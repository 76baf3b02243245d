import { expect, test } from 'vitest'
import { intentOf } from './idempotency-key.ts'

test('keeps the key for a repeat after a lost response', () => {
  const first = intentOf(undefined, { body: { text: 'hi' } }, () => 'one')
  expect(first.key).toBe('one')
  expect(intentOf(first, { body: { text: 'hi' } }, () => 'two').key).toBe('one')
})

test('uses a new key for another input, or after a response', () => {
  const first = intentOf(undefined, { body: { text: 'hi' } }, () => 'one')
  expect(intentOf(first, { body: { text: 'hello' } }, () => 'two').key).toBe('two')
  expect(intentOf(undefined, { body: { text: 'hi' } }, () => 'three').key).toBe('three')
})
