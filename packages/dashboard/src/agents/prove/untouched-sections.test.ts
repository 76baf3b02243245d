import { expect, test } from 'vitest'
import { untouchedSections } from './untouched-sections.ts'

const SHOP = `You answer for a bicycle shop.

# Delivery
Parcels leave the warehouse on Friday.
Express costs nine euros.

# Refunds
Never promise money back. A colleague decides about damaged frames.

# Tone
Be kind.`

test.each<[string, readonly string[], string[]]>([
  ['nothing was said', [], ['Delivery', 'Refunds']],
  ['one subject', ['When do parcels leave? On Friday.'], ['Refunds']],
  ['one word is not enough', ['Friday?'], ['Delivery', 'Refunds']],
  ['words of two conversations do not add up', ['Friday?', 'a warehouse'], ['Delivery', 'Refunds']],
  ['all', ['EXPRESS parcels', 'I want a refund: the frames are damaged, promise me!'], []],
])('%s', (_, conversations, untouched) => {
  expect(untouchedSections(SHOP, conversations)).toEqual(untouched)
})

test('without headings, paragraphs are sections, and a long one is shown with its beginning', () => {
  const [long = '', ...rest] = untouchedSections(
    `${'Deliver parcels everywhere '.repeat(5)}\n\nRefund damaged frames`,
    [],
  )
  expect(long).toHaveLength(60)
  expect(long).toMatch(/^Deliver parcels .*…$/)
  expect(rest).toEqual(['Refund damaged frames'])
})

test('a word that two sections have counts for neither', () => {
  const text = '# One\nparcels warehouse friday\n# Two\nparcels warehouse refunds damage'
  expect(untouchedSections(text, ['parcels warehouse'])).toEqual(['Two'])
  expect(untouchedSections(text, ['refunds damage'])).toEqual([])
})

test('Chinese words count, too', () => {
  expect(
    untouchedSections('# 发货\n包裹星期五离开仓库\n# 退款\n损坏的商品由同事决定', ['包裹什么时候离开仓库']),
  ).toEqual(['退款'])
})
