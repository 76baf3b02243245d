import { expect, test } from 'vitest'
import { chatItems, unseenMessages } from './chat-items.ts'
import { aMessage, aTurn } from './testing.ts'

const keys = (...args: Parameters<typeof chatItems>) => chatItems(...args).map(({ key }) => key)

test('places a turn below the last of its messages', () => {
  const messages = [aMessage('1'), aMessage('2'), aMessage('3', { direction: 'outbound' })]
  expect(keys(messages, [aTurn('t', ['1', '2'])])).toEqual(['day 1', '1', '2', 'turn t', '3'])
})

test('omits turns without tool calls or without visible messages', () => {
  const silent = { ...aTurn('s', ['1']), toolCalls: [] }
  expect(keys([aMessage('1')], [silent, aTurn('t', ['0'])])).toEqual(['day 1', '1'])
})

test('starts each day with its date', () => {
  const later = aMessage('2', { createdAt: '2026-11-23T12:00:00.000Z' })
  expect(keys([aMessage('1'), later, { ...later, id: '3' }], [])).toEqual(['day 1', '1', 'day 2', '2', '3'])
})

test('places notes by time between messages', () => {
  const messages = [aMessage('1'), aMessage('2', { createdAt: '2026-11-21T12:02:00.000Z' })]
  const note = { key: 'n', at: '2026-11-21T12:01:00.000Z', text: 'Robin took over' }
  expect(chatItems(messages, [], [note]).map(({ key }) => key)).toEqual(['day 1', '1', 'note n', '2'])
})

test('shows a notice of the provider as a note', () => {
  const notice = aMessage('2', { type: 'system', text: 'Ada changed her number' })
  const [, , shown] = chatItems([aMessage('1'), notice], [])
  expect(shown).toMatchObject({ kind: 'note', note: { id: '2', text: 'Ada changed her number', at: notice.createdAt } })
})

test('keeps the order of messages whose times are whole seconds', () => {
  const at = (time: string) => ({ createdAt: `2026-11-21T12:00:0${time}Z` })
  const messages = [aMessage('1', at('5.000')), aMessage('2', at('5.500')), aMessage('3', at('5.000'))]
  expect(keys(messages, [])).toEqual(['day 1', '1', '2', '3'])
})

const items = chatItems([aMessage('1'), aMessage('2'), aMessage('3', { createdAt: '2026-11-23T12:00:00.000Z' })], [])

test.each([
  ['3', 0],
  ['2', 1],
  ['1', 2],
  ['gone', 0],
  [undefined, 0],
])('after %s, %i messages are new', (lastSeen, count) => {
  expect(unseenMessages(items, lastSeen)).toBe(count)
})
