import { expect, test } from 'vitest'
import { rankPassages } from './rank-passages.ts'

const prices = {
  id: 'd1',
  name: 'Price list.pdf',
  passages: [
    { place: 'page 1', text: 'Chairs cost 49 euros and tables cost 120 euros. The order AB-1234 is an example.' },
    { place: 'page 2', text: 'Lamps cost 30 euros. Delivery of lamps takes two days.' },
  ],
}
const terms = {
  id: 'd2',
  name: 'Terms.md',
  passages: [
    { place: 'Returns', text: 'You may send goods back within thirty days of the delivery.' },
    { place: 'Warranty', text: 'We repair what breaks within two years. Reparaturkosten übernehmen wir.' },
    { place: '配送', text: '東京への配送は二日かかります。' },
  ],
}

const placesFor = (query: string, limit = 5) => rankPassages([prices, terms], query, limit).map(({ place }) => place)

test.each([
  ['how much is a table', 'page 1'],
  ['lamp', 'page 2'],
  ['returns', 'Returns'],
  ['ab1234', 'page 1'],
  ['AB 1234', 'page 1'],
  ['warantty', 'Warranty'],
  ['chairz', 'page 1'],
  ['reparatur', 'Warranty'],
  ['ubernehmen', 'Warranty'],
  ['東京', '配送'],
])('“%s” finds %s first', (query, place) => {
  expect(placesFor(query)[0]).toBe(place)
})

test.each(['', '!?', 'helicopter', '49x', '1235', 'ab123', 'ab1235', 'lampx', 'lam'])('“%s” finds nothing', (query) => {
  expect(placesFor(query)).toEqual([])
})

test('ranks a rare word above a common one', () => {
  const common = Array.from({ length: 50 }, (_, index) => ({ place: `${index}`, text: `delivery delivery ${index}` }))
  const rare = { place: 'rare', text: 'delivery by helicopter to all those islands that have no harbour of their own' }
  const [first] = rankPassages([{ id: 'd', name: 'n', passages: [...common, rare] }], 'helicopter delivery', 3)
  expect(first?.place).toBe('rare')
})

test('leaves out passages with a small part of the score of the best one', () => {
  const common = Array.from({ length: 50 }, (_, index) => ({ place: `${index}`, text: 'delivery' }))
  const rare = { place: 'rare', text: 'delivery by helicopter' }
  const found = rankPassages([{ id: 'd', name: 'n', passages: [...common, rare] }], 'helicopter delivery', 60)
  expect(found.map(({ place }) => place)).toEqual(['rare'])
  expect(rankPassages([{ id: 'd', name: 'n', passages: common }], 'helicopter delivery', 60)).toHaveLength(50)
})

test('searches for the first 32 words of a query', () => {
  const words = Array.from({ length: 32 }, (_, index) => `${index}x`)
  expect(placesFor([...words.slice(1), 'lamp'].join(' '))).toEqual(['page 2'])
  expect(placesFor([...words, 'lamp'].join(' '))).toEqual([])
})

test('returns passages with their place, up to the limit', () => {
  expect(rankPassages([prices, terms], 'cost', 1)).toEqual([
    {
      documentId: 'd1',
      documentName: 'Price list.pdf',
      place: 'page 1',
      text: 'Chairs cost 49 euros and tables cost 120 euros. The order AB-1234 is an example.',
    },
  ])
})
