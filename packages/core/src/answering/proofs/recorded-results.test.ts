import { expect, test } from 'vitest'
import { keyOf, openRecording, similarity } from './recorded-results.ts'

const calls = [
  { name: 'find', args: { order: 'A-1' }, text: 'packed' },
  { name: 'find', args: { order: 'A-1' }, text: 'shipped' },
  { name: 'find', args: { order: 'B-2', deep: { a: 1 } }, text: 'lost' },
  { name: 'refund', args: {}, text: 'refunded' },
]

test('repeated calls return their results in order, then the last one', () => {
  const recording = openRecording(calls)
  const find = () => recording.find('find', { order: 'A-1' })?.text
  expect([find(), find(), find()]).toEqual(['packed', 'shipped', 'shipped'])
})

test.each([
  ['other arguments', 'find', { order: 'B-2', deep: { a: 2 } }, { fit: 'nearest', text: 'lost' }],
  ['arguments without anything in common', 'find', { number: 7 }, { fit: 'nearest', text: 'lost' }],
  ['fields in another order', 'find', { deep: { a: 1 }, order: 'B-2' }, { fit: 'recorded', text: 'lost' }],
  ['no arguments', 'refund', {}, { fit: 'recorded', text: 'refunded' }],
  ['a tool that was not called', 'cancel', {}, undefined],
])('finds the result of a call with %s', (_, name, args, found) => {
  expect(openRecording(calls).find(name, args)).toEqual(found)
})

test('of equally similar calls the latest counts', () => {
  expect(openRecording(calls).find('find', { order: 'A-1', more: true })).toEqual({ fit: 'nearest', text: 'shipped' })
})

test('finds only the same arguments', () => {
  expect(openRecording(calls).findSame('find', { order: 'C-3' })).toBeUndefined()
})

test.each([
  [{}, {}, 1],
  [{ a: 'one two' }, { a: 'two three' }, 1 / 3],
  [{ a: 1 }, { b: 1 }, 0],
  [{ a: [1, 2] }, { a: [1, 3] }, 0.5],
])('the similarity of %j and %j', (one, other, expected) => {
  expect(similarity(one, other)).toBeCloseTo(expected)
})

test('names are part of a key', () => {
  expect(keyOf('a', {})).not.toBe(keyOf('b', {}))
})
