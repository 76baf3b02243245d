import { expect, test } from 'vitest'
import { inboxMatcher } from './inbox-filter.ts'

const NOW = 1_795_000_000_000
const conversation = {
  contactName: 'Zoë Müller 4711',
  contactNumber: '447700900200',
  msgNumber: '447700900100',
  phoneNumberId: '1',
  humanTakeoverUntil: NOW + 1,
  inboundSeq: 3,
  readSeq: 3,
}
const matches = (filter: Parameters<typeof inboxMatcher>[0], changed = {}) =>
  inboxMatcher(filter, NOW, 'u')({ ...conversation, ...changed })

test.each([
  [{}, true],
  [{ search: '' }, true],
  [{ search: '4477009' }, true],
  [{ search: '+44 7700-9' }, true],
  [{ search: '900200' }, true],
  [{ search: '07700 900' }, true],
  [{ search: '0000' }, false],
  [{ search: '0044 7700' }, true],
  [{ search: '0900200' }, true],
  [{ search: '47' }, true],
  [{ search: '4711' }, true],
  [{ search: '4712' }, false],
  [{ search: 'MULLER' }, true],
  [{ search: 'zoe' }, true],
  [{ search: 'zoë' }, true],
  [{ search: 'müller 900200' }, true],
  [{ search: 'müller 900201' }, false],
  [{ search: 'Alex' }, false],
  [{ msgNumber: '447700900100' }, true],
  [{ msgNumber: '447700900101' }, false],
  [{ needsHuman: true }, false],
  [{ needsHuman: false }, true],
  [{ takenOver: true }, true],
  [{ takenOver: true, search: 'Alex' }, false],
  [{ unread: true }, false],
  [{ unread: false }, true],
])('%o → %s', (filter, wanted) => {
  expect(matches(filter)).toBe(wanted)
})

test('a search finds a customer by all names, also those that ended', () => {
  const names = {
    contactUsername: 'zoe.m',
    contactUserId: 'GB.1349',
    left: [
      { name: '447700900777', until: NOW },
      { name: '@former.name', until: NOW },
    ],
  }
  for (const search of [
    '447700900777',
    '0777',
    '+44 7700 900777',
    '@zoe.m',
    'zoe.m',
    'user:GB.1349',
    'gb.1349',
    'former',
  ])
    expect(matches({ search }, names), search).toBe(true)
  for (const search of ['447700900778', '@other', 'GB.13', 'user'])
    expect(matches({ search }, names), search).toBe(false)
})

test('finds what a user has taken over, and what is done', () => {
  expect(matches({ mine: true })).toBe(false)
  expect(matches({ mine: true }, { takenOverBy: { userId: 'u' } })).toBe(true)
  expect(matches({ mine: true }, { takenOverBy: { userId: 'u' }, humanTakeoverUntil: NOW })).toBe(false)
  expect(matches({ mine: true }, { takenOverBy: { userId: 'v' } })).toBe(false)
  expect(matches({ done: false })).toBe(true)
  expect(matches({ done: true }, { doneSeq: 3 })).toBe(true)
  expect(matches({ done: false }, { doneSeq: 3 })).toBe(false)
  expect(matches({ done: true }, { doneSeq: 2 })).toBe(false)
})

test('ignores an ended takeover and matches a flagged conversation', () => {
  expect(matches({ takenOver: true }, { humanTakeoverUntil: NOW })).toBe(false)
  const failed = { humanNeededSince: NOW, humanTakeoverUntil: NOW }
  expect(matches({ needsHuman: true }, failed)).toBe(true)
  expect(matches({ needsHuman: true }, { ...failed, mode: 'webhook' })).toBe(false)
  const handoff = { id: 'e', reason: 'A refund', summary: '', agentId: 'a', since: NOW }
  expect(matches({ needsHuman: true }, { handoff, humanTakeoverUntil: NOW })).toBe(true)
  expect(matches({ needsHuman: true }, { handoff })).toBe(false)
})

test('a conversation is unread if the customer wrote after it was read, and unknown ones are read', () => {
  expect(matches({ unread: true }, { readSeq: 2 })).toBe(true)
  expect(matches({ unread: true }, { readSeq: undefined })).toBe(false)
})

test('what an agent answered is not unread', () => {
  expect(matches({ unread: true }, { readSeq: 1, answeredSeq: 2 })).toBe(true)
  expect(matches({ unread: true }, { readSeq: 1, answeredSeq: 3 })).toBe(false)
})

test('finds the conversations of a failure', () => {
  expect(matches({ failure: 'timeout' }, { failure: { cause: 'timeout', at: NOW } })).toBe(true)
  expect(matches({ failure: 'timeout' }, { failure: { cause: 'limit', at: NOW } })).toBe(false)
  expect(matches({ failure: 'timeout' })).toBe(false)
})

test('trials are found by the sandbox number only', () => {
  const trial = { phoneNumberId: 'sandbox-1', msgNumber: '8881' }
  expect(matches({}, trial)).toBe(false)
  expect(matches({ search: 'zoe' }, trial)).toBe(false)
  expect(matches({ msgNumber: '8881' }, trial)).toBe(true)
})

test('finds a contact without a phone number by name only', () => {
  expect(matches({ search: '44' }, { contactNumber: undefined })).toBe(false)
  expect(matches({ search: 'zo' }, { contactNumber: undefined })).toBe(true)
})

test('folds the case of other scripts', () => {
  expect(matches({ search: 'иван' }, { contactName: 'Иван' })).toBe(true)
  expect(matches({ search: 'محمد' }, { contactName: 'مُحَمَّد علي' })).toBe(true)
})
