import { expect, test } from 'vitest'
import { isWanted } from './inbox-filter.ts'

const NOW = 1_795_000_000_000
const conversation = {
  contactName: 'Robin Example',
  contactNumber: '447700900200',
  msgNumber: '447700900100',
  humanTakeoverUntil: NOW + 1,
}

test.each([
  [{}, true],
  [{ search: '' }, true],
  [{ search: '4477009' }, true],
  [{ search: '+44 7700-9' }, true],
  [{ search: '900200' }, false],
  [{ search: 'EXAMPLE' }, true],
  [{ search: 'Alex' }, false],
  [{ msgNumber: '447700900100' }, true],
  [{ msgNumber: '447700900101' }, false],
  [{ needsHuman: true }, false],
  [{ needsHuman: false }, true],
  [{ takenOver: true }, true],
  [{ takenOver: true, search: 'Alex' }, false],
])('%o → %s', (filter, wanted) => {
  expect(isWanted(conversation, filter, NOW)).toBe(wanted)
})

test('ignores an ended takeover and matches a flagged conversation', () => {
  expect(isWanted({ ...conversation, humanTakeoverUntil: NOW }, { takenOver: true }, NOW)).toBe(false)
  expect(isWanted({ ...conversation, humanNeededSince: NOW }, { needsHuman: true }, NOW)).toBe(true)
})

test('finds a contact without a phone number by name only', () => {
  const hidden = { ...conversation, contactNumber: undefined }
  expect(isWanted(hidden, { search: '44' }, NOW)).toBe(false)
  expect(isWanted(hidden, { search: 'rob' }, NOW)).toBe(true)
})
