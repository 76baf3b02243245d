import { expect, test } from 'vitest'
import { foundReplies } from './found-replies.ts'

const reply = (name: string, text: string) => ({ id: name, name, text })
const REPLIES = [
  reply('Hours', 'We open at 9. A refund is not possible on Sundays.'),
  reply('Refund', 'You get your money back within 3 days.'),
  reply('Größe', 'Our bikes fit all sizes.'),
]

test.each([
  ['', ['Hours', 'Refund', 'Größe']],
  ['   ', ['Hours', 'Refund', 'Größe']],
  ['refund', ['Refund', 'Hours']],
  ['REFUND sundays', ['Hours']],
  ['größe', ['Größe']],
  ['money ref', ['Refund']],
  ['invoice', []],
])('a search for “%s” finds %j', (search, names) => {
  expect(foundReplies(REPLIES, search).map(({ name }) => name)).toEqual(names)
})
