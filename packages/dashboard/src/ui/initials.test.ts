import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Zoë', 'Z'],
  ['Jean-Luc de la Tour', 'JT'],
  ['robin.berger@example.com', 'RB'],
  ['+44 7700 900123', '23'],
  ['+447700900123', '23'],
  ['محمد علي', 'مع'],
  ['𝒜lice', '𝒜'],
  ['<b>Bob</b>', 'B'],
  ['', '?'],
  ['🚲', '?'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name has always the same colour', () => {
  expect(hueOf('Ada')).toBe(hueOf('Ada'))
  expect(hueOf('Ada')).not.toBe(hueOf('Robin'))
})
