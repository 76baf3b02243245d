import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each([
  ['Größe, CRÈME brûlée & Straße', ['grosse', 'creme', 'brulee', 'strasse']],
  ['Order AB-1234/56 and 4711', ['order', 'ab', '1234', '56', 'and', '4711', 'ab123456']],
  ['version 1.2', ['version', '1', '2', '12']],
  ['well-known', ['well', 'known']],
  ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
  ['返 iPhone16の', ['返', 'iphone16', 'の']],
  ['배송 조회', ['배송', '조회']],
  ['คืนสินค้า', ['คืน', 'สินค้า']],
  ['الأسعار إلى ١٢', ['الاسعار', 'الي', '12']],
  ['Ёлка и йод', ['елка', 'и', 'йод']],
  ['a1042', ['a1042', '1042']],
  ['ﬁne ①', ['fine', '1']],
  ['— !', []],
])('%s', (text, terms) => {
  expect(searchTerms(text)).toEqual(terms)
})
