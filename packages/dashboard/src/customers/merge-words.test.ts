import { expect, test } from 'vitest'
import { candidatesOf, windowsText } from './merge-words.ts'

const own = {
  id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e01',
  names: [
    {
      ...{ kind: 'phone' as const, value: '447700900200', from: '2026-03-02T09:15:30.000Z', until: null },
      ...{ evidence: 'message' as const, endedBy: null },
    },
  ],
}
const found = (key: string) => ({ key, name: 'Alex', shown: key })

test('the customers that were found are shown once, and not the customer of the page', () => {
  const all = ['447700900300', '447700900200', '447700900300', 'user:GB.1', 'user:'].map(found)
  expect(candidatesOf('Alex', all, own).map(({ key }) => key)).toEqual(['447700900300', 'user:GB.1'])
})

test('an id is a customer, unless it is the one of the page', () => {
  const id = '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e02'
  expect(candidatesOf(id, [], own)).toMatchObject([{ key: id }])
  expect(candidatesOf(own.id, [], own)).toEqual([])
})

test.each([
  [1, 0, 'c', '1 message with +447700900100. They become one thread with those of this customer.'],
  [2, 1, null, '2 messages and 1 note with +447700900100. The conversation stays as it is.'],
])('what happens to a conversation is a sentence: %s messages, %s notes', (messages, notes, continuesIn, text) => {
  const conversation = { id: 'd', msgNumber: '447700900100', messages, notes, continuesIn, windowUntil: null }
  expect(windowsText(conversation)).toBe(text)
})
