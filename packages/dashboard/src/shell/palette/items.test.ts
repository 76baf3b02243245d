import { IconRobot } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { idIn, matching, movedTo } from './items.ts'

const item = (label: string, hint?: string) => ({ id: label, label, hint, icon: IconRobot, href: '/' })

test('finds the items that contain all words, those that start with the text first', () => {
  const items = [item('New agent'), item('Agents'), item('Ada', '+44 agent'), item('Members')]
  expect(matching(items, 'agent', 9).map(({ label }) => label)).toEqual(['Agents', 'New agent', 'Ada'])
  expect(matching(items, 'agent 44', 9).map(({ label }) => label)).toEqual(['Ada'])
  expect(matching(items, '', 2).map(({ label }) => label)).toEqual(['New agent', 'Agents'])
})

test('recognises whole ids only', () => {
  expect(idIn(' 0190F7C8-5b1e-7c43-8b47-3b1f6d1f0a11 ')).toBe('0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11')
  expect(idIn('0190f7c8-5b1e')).toBeUndefined()
})

test.each([
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['a', 0, 3, undefined],
  ['ArrowDown', 0, 0, undefined],
])('%s at %i of %i moves to %s', (key, index, count, to) => {
  expect(movedTo(key, index, count)).toBe(to)
})
