import { expect, test } from 'vitest'
import { aMessage } from '../../chat/testing.ts'
import { filledReply, isInThread, type Outgoing, openPlaceholders } from './outgoing.ts'

const you = { kind: 'user', name: null, isYou: true } as const
const sent = (id: string, text: string, author: typeof you | null = you) => ({
  ...aMessage(id, { direction: 'outbound', text }),
  media: [],
  author,
  marked: null,
  sessionId: null,
  position: id,
})
const outgoing: Outgoing = {
  key: 'k',
  input: { type: 'text', text: { body: 'Hi' } },
  error: null,
  after: '2',
  takeoverKey: null,
}

test('a message that a poll has found is not shown twice', () => {
  expect(isInThread(outgoing, [sent('1', 'Hi'), sent('3', 'Hi')])).toBe(true)
  expect(isInThread(outgoing, [sent('1', 'Hi'), sent('3', 'Hello'), sent('4', 'Hi', null)])).toBe(false)
  expect(isInThread({ ...outgoing, error: 'lost' }, [sent('3', 'Hi')])).toBe(false)
})

test('fills the names into a saved reply, and keeps other braces', () => {
  const names = { customer: '$& Ada', me: 'Robin' }
  expect(filledReply('Hi {{customer}}, {{me}} here. {{order}}', names)).toBe('Hi $& Ada, Robin here. {{order}}')
})

test('a placeholder whose name is not known stays, and the message cannot be sent', () => {
  const text = filledReply('Dear {{customer}}, best, {{me}}', { customer: 'Ada', me: ' ' })
  expect(text).toBe('Dear Ada, best, {{me}}')
  expect(openPlaceholders(text)).toEqual(['{{me}}'])
  expect(openPlaceholders(filledReply('{{customer}} {{me}}', { customer: '', me: '' }))).toEqual([
    '{{customer}}',
    '{{me}}',
  ])
  expect(openPlaceholders('Dear {{name}}')).toEqual([])
})
