import { expect, test } from 'vitest'
import { hitIn, latestHit } from './search-messages.ts'

const message = { id: 'm', sentAt: 0, text: 'Bitte liefern Sie das Paket in die Lange Straße 7, zweiter Stock' }
const at = '1970-01-01T00:00:00.000Z'

test('a message has all words, in any order', () => {
  expect(hitIn(message, ['strasse', 'paket'])).toEqual({
    messageId: 'm',
    isNote: false,
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

const said = (text: string, sentAt: number) => ({ id: `m${sentAt}`, text, sentAt })
const noted = (text: string, at: number) => ({ id: `n${at}`, kind: 'note' as const, text, at })

test.each([
  ['the newer message', [said('paket', 3), said('paket', 1)], [noted('paket', 2)], { messageId: 'm3', isNote: false }],
  [
    'the newer note',
    [said('paket', 1)],
    [noted('Paket fehlt', 4), noted('paket', 2)],
    { messageId: 'n4', isNote: true },
  ],
  ['a note alone', [said('brief', 5)], [noted('brief', 2), noted('paket', 1)], { messageId: 'n1', isNote: true }],
  ['no other change', [], [{ ...noted('paket', 1), kind: 'human-needed' as const }], undefined],
  ['nothing', [said('brief', 1)], [noted('brief', 2)], undefined],
])('a search finds %s', (_, messages, changes, expected) => {
  const hit = latestHit(messages, changes, ['paket'])
  if (expected) expect(hit).toMatchObject(expected)
  else expect(hit).toBeUndefined()
})
