import { expect, test } from 'vitest'
import { hitIn } from './search-messages.ts'

const message = { id: 'm', sentAt: 0, text: 'Bitte liefern Sie das Paket in die Lange Straße 7, zweiter Stock' }
const at = '1970-01-01T00:00:00.000Z'

test('a message has all words, in any order', () => {
  expect(hitIn(message, ['strasse', 'paket'])).toEqual({
    messageId: 'm',
    at,
    before: '… das Paket in die Lange ',
    match: 'Straße',
    after: ' 7, zweiter Stock',
  })
  expect(hitIn(message, ['strasse', 'haus'])).toBeUndefined()
})

test('a voice message is found by what it says', () => {
  expect(hitIn({ ...message, text: '', transcript: 'Where is\nmy order?' }, ['is', 'order'])).toMatchObject({
    before: 'Where ',
    after: ' my order?',
  })
})
