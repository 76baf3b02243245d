import { expect, test } from 'vitest'
import { contentLines } from './content-lines.ts'

test.each([
  [{ location: { latitude: 51.5, longitude: -0.1, name: 'London Eye' } }, ['London Eye', '51.5, -0.1']],
  [
    { contacts: [{ name: { formattedName: 'Sam Lee' }, phones: [{ phone: '+44 7700 900300' }] }] },
    ['Sam Lee', '+44 7700 900300'],
  ],
  [{ order: { productItems: [{ productRetailerId: 'BURGER', quantity: 2 }] } }, ['2 × BURGER']],
  [{ reaction: { messageWaId: 'wamid.1', emoji: '👍' } }, ['👍']],
  [{ reaction: { messageWaId: 'wamid.1', emoji: '' } }, ['Reaction removed']],
  [{ interactive: { type: 'list', action: { sections: [{ rows: [{ id: 'r', title: 'Returns' }] }] } } }, ['• Returns']],
  [{ interactive: 'unknown' }, []],
])('%j is shown as %j', (content, lines) => {
  expect(contentLines(content)).toEqual(lines)
})
