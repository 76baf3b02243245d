import { describe, expect, test } from 'vitest'
import { passageRanking } from './rank-passages.ts'

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

const rank = await passageRanking([prices, terms])
const placesFor = (query: string, limit = 5) => rank(query, limit).map(({ place }) => place)
const rankIn = async (...texts: readonly string[]) => {
  const passages = texts.map((text, index) => ({ place: '', text: `${text} (${index})` }))
  const ranking = await passageRanking([{ id: 'd', name: 'n', passages }])
  return (query: string) => ranking(query, 1).map(({ text }) => Number(text.match(/\((\d+)\)$/)?.[1]))
}

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

test.each(['', '!?', 'helicopter', '49x', '1235', 'ab123', 'ab1235', 'lam'])('“%s” finds nothing', (query) => {
  expect(placesFor(query)).toEqual([])
})

test('ranks a rare word above a common one', async () => {
  const common = Array.from({ length: 50 }, (_, index) => ({ place: `${index}`, text: `delivery delivery ${index}` }))
  const rare = { place: 'rare', text: 'delivery by helicopter to all those islands that have no harbour of their own' }
  const ranking = await passageRanking([{ id: 'd', name: 'n', passages: [...common, rare] }])
  const [first] = ranking('helicopter delivery', 3)
  expect(first?.place).toBe('rare')
})

test('leaves out passages with a small part of the score of the best one', async () => {
  const common = Array.from({ length: 50 }, (_, index) => ({ place: `${index}`, text: 'delivery' }))
  const rare = { place: 'rare', text: 'delivery by helicopter' }
  const both = await passageRanking([{ id: 'd', name: 'n', passages: [...common, rare] }])
  expect(both('helicopter delivery', 60).map(({ place }) => place)).toEqual(['rare'])
  const alike = await passageRanking([{ id: 'd', name: 'n', passages: common }])
  expect(alike('helicopter delivery', 60)).toHaveLength(50)
})

test('searches for the first 32 words of a query', () => {
  const words = Array.from({ length: 32 }, (_, index) => `${index}x`)
  expect(placesFor([...words.slice(1), 'lamp'].join(' '))).toEqual(['page 2'])
  expect(placesFor([...words, 'lamp'].join(' '))).toEqual([])
})

test('returns passages with their place, up to the limit', () => {
  expect(rank('cost', 1)).toEqual([
    {
      documentId: 'd1',
      documentName: 'Price list.pdf',
      place: 'page 1',
      text: 'Chairs cost 49 euros and tables cost 120 euros. The order AB-1234 is an example.',
    },
  ])
})

describe('finds words in other forms', () => {
  test.each([
    ['English', ['We deliver parcels daily.', 'Invoices are sent by post.'], 'parcel delivery', 0],
    ['English, misspelt', ['The subscription ends in May.', 'Invoices are sent by post.'], 'subscripton', 0],
    ['English, swapped letters', ['The refund takes a week.', 'Invoices are sent by post.'], 'refnud', 0],
    ['English, one word', ['Use the backpack for hiking.', 'Shoes are sent by post.'], 'back pack', 0],
    ['English, two words', ['Fill the data base with names.', 'Shoes are sent by post.'], 'database', 0],
    [
      'German compound, in parts',
      ['Das ist die Stornogebühr für Sie.', 'Das ist der Versand für Sie.'],
      'Gebühr für das Storno',
      0,
    ],
    ['German parts, as a compound', ['Das ist der Versand.', 'Die Bücher sind in den Regalen.'], 'Bücherregal', 1],
    ['German without umlauts', ['Das ist der Versand.', 'Die Prüfung dauert und ist teuer.'], 'Pruefung', 1],
    ['Finnish', ['Tilaus on tehty ja se tulee.', 'Lasku on maksettu ja se on ok.'], 'tilauksen', 0],
    ['Portuguese', ['As devoluções são grátis para todos.', 'O envio é pago por todos.'], 'devolucao', 0],
    ['French', ['Les retours sont gratuits pour vous.', 'Le paiement est sûr pour vous.'], 'retourner', 0],
    ['Russian', ['Возврат товаров в течение недели.', 'Оплата картой и наличными.'], 'вернуть товар', 0],
    ['Turkish', ['Siparişler için kargo ücretsiz.', 'Ödeme kartla ve nakit olur.'], 'siparis', 0],
    ['Greek', ['Η επιστροφή των προϊόντων είναι δωρεάν.', 'Η πληρωμή γίνεται με κάρτα.'], 'επιστροφη προϊόντος', 0],
    ['Hebrew', ['החזרות של מוצרים בתוך שבוע', 'תשלום בכרטיס אשראי'], 'החזרת המוצר', 0],
    ['Arabic plural', ['الأسعار تشمل الضريبة', 'الدفع بالبطاقة'], 'سعر', 0],
    ['Persian', ['بازگشت کالا تا یک هفته', 'پرداخت با کارت'], 'كالا', 0],
    ['Thai', ['คืนสินค้าได้ภายในเจ็ดวัน', 'ชำระเงินด้วยบัตรเครดิต'], 'อยากคืนสินค้า', 0],
    ['Khmer', ['ការដឹកជញ្ជូនមានរយៈពេលពីរថ្ងៃ', 'ការទូទាត់តាមកាត'], 'ដឹកជញ្ជូន', 0],
    ['Chinese', ['七天之内可以退货', '支持信用卡付款'], '我想退货', 0],
    ['Japanese', ['返品は七日以内です', 'お支払いはカードです'], '返品したい', 0],
    ['Korean', ['배송은 이틀 걸립니다', '결제는 카드로 합니다'], '배송을 언제', 0],
    ['code without hyphen', ['Form A-1042 is for refunds.', 'Form A-1043 is for swaps.'], 'a1042', 0],
    ['code with a space', ['Form A-1042 is for refunds.', 'Form A-1043 is for swaps.'], 'form A 1042', 0],
    ['code written in one, by its number', ['Form A1042.', 'Form A1043.'], 'number 1042', 0],
    ['number in another notation', ['It costs 1,250.00 in all.', 'It costs 1,350.00 in all.'], '1250.00', 0],
    ['Arabic digits', ['السعر ١٢٥ دينار', 'السعر ١٣٥ دينار'], '125', 0],
    ['full width', ['Ｍｏｄｅｌ ＺＸ９', 'Ｍｏｄｅｌ ＺＸ８'], 'zx9', 0],
  ])('%s', async (_, texts, query, place) => {
    expect((await rankIn(...texts))(query)).toEqual([place])
  })
})

test('prefers the document whose name has the words', async () => {
  const passages = [{ place: '', text: 'It takes two days and costs four euros.' }]
  const ranking = await passageRanking([
    { id: 'a', name: 'payment-methods.pdf', passages },
    { id: 'b', name: 'Shipping_times.pdf', passages },
  ])
  expect(ranking('how long does shipping take', 1)[0]?.documentId).toBe('b')
})

test('prefers documents in the language of the query', async () => {
  const ranking = await passageRanking([
    { id: 'en', name: 'a', passages: [{ place: '', text: 'The winter garden is open and you can park there.' }] },
    { id: 'de', name: 'b', passages: [{ place: '', text: 'Der Winter ist kalt, und die Heizung ist für alle an.' }] },
  ])
  expect(ranking('wie ist der Winter', 1)[0]?.documentId).toBe('de')
})
