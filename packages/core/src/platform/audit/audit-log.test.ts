import { expect, test } from 'vitest'
import { changedValues } from './audit-log.ts'

const before = { name: 'Orders', url: '', events: ['b', 'a'], days: 7, agent: null, isOn: false, other: 1 }
const after = {
  name: 'Orders EU',
  url: 'https://e',
  events: ['a', 'c'],
  days: 30,
  agent: { id: '1', name: 'R' },
  isOn: true,
}

test('the values of the given fields that differ are texts', () => {
  expect(changedValues(['name', 'url', 'events', 'days', 'agent', 'isOn'], before, { ...after, other: 2 })).toEqual([
    { field: 'name', before: 'Orders', after: 'Orders EU' },
    { field: 'url', after: 'https://e' },
    { field: 'events', before: 'a, b', after: 'a, c' },
    { field: 'days', before: '7', after: '30' },
    { field: 'agent', after: 'R' },
    { field: 'isOn', before: 'false', after: 'true' },
  ])
})

test('equal values, another order of an array, and unknown objects are no change', () => {
  expect(changedValues(['name', 'events'], before, { name: 'Orders', events: ['a', 'b'] })).toEqual([])
  for (const [from, to] of [
    [undefined, after],
    [before, undefined],
  ])
    expect(changedValues(['name'], from, to)).toEqual([])
})

test('objects with the same name and another id are a change', () => {
  const change = changedValues(['agent'], { agent: { id: '1', name: 'R' } }, { agent: { id: '2', name: 'R' } })
  expect(change).toEqual([{ field: 'agent', before: 'R', after: 'R' }])
})

test('a value is cut', () => {
  const [change] = changedValues(['name'], { name: 'a'.repeat(200) }, { name: 'b'.repeat(201) })
  expect(change).toEqual({ field: 'name', before: 'a'.repeat(200), after: `${'b'.repeat(199)}…` })
})
