import { expect, test } from 'vitest'
import { findFolded, foldText } from './fold-text.ts'

test.each([
  ['O’Brien', "o'brien"],
  ['Łukasz Ørsted', 'lukasz orsted'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Zoë Müller', 'zoe muller'],
  ['Nguyễn', 'nguyen'],
  ['Ανδρέας', 'ανδρεας'],
  ['İstanbul', 'istanbul'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each([
  ['Die Straße ist lang', 'strasse', 'Straße'],
  ['👍 Łódź!', 'lodz', 'Łódź'],
  ['e\u0301te\u0301', 'ete', 'e\u0301te'],
  ['Where is my order?', 'order', 'order'],
  ['Where?', 'order', undefined],
])('in %s, the place of %s is %s', (text, word, found) => {
  const place = findFolded(text, word)
  expect(place && text.slice(place.from, place.to)).toBe(found)
})
