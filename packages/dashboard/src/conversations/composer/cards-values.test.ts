import { expect, test } from 'vitest'
import { type CardsValues, type CardValues, cardsMessage, emptyCard, validateCards } from './cards-values.ts'

const LINK = 'https://shop.example/a.jpg'
const card = (values: Partial<CardValues> = {}): CardValues => ({
  ...emptyCard('k'),
  link: LINK,
  label: 'Open',
  url: 'https://shop.example/a',
  ...values,
})
const replies = (...texts: string[]) => card({ replies: [...texts, '', '', ''].slice(0, 3) })
const values = (...cards: CardValues[]): CardsValues => ({ body: ' Look ', file: 'image', button: 'url', cards })
const withReplies = (...cards: CardValues[]): CardsValues => ({ ...values(...cards), button: 'quick_reply' })

test('builds cards with a file, a text and a link', () => {
  const message = cardsMessage({ ...values(card({ text: ' Red ' }), card()), file: 'video' })
  const action = { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example/a' } }
  const header = { type: 'video', video: { link: LINK } }
  expect(message.interactive).toEqual({
    type: 'carousel',
    body: { text: 'Look' },
    action: {
      cards: [
        { card_index: 0, type: 'cta_url', header, body: { text: 'Red' }, action },
        { card_index: 1, type: 'cta_url', header, action },
      ],
    },
  })
})

test('the ids of quick replies tell the cards apart, and empty replies are left out', () => {
  const { interactive } = cardsMessage(withReplies(replies('', 'Buy'), replies('Buy')))
  const ids = JSON.stringify(interactive).match(/"id":"[^"]*"/g)
  expect(ids).toEqual(['"id":"1: Buy"', '"id":"2: Buy"'])
})

test.each<[string, CardsValues, string, string]>([
  ['no text', { ...values(card(), card()), body: ' ' }, 'body', 'Must not be empty.'],
  ['one card', values(card()), 'cards', 'Must be at least 2 cards.'],
  ['eleven cards', values(...Array.from({ length: 11 }, () => card())), 'cards', 'Must be at most 10 cards.'],
  ['no file', values(card(), card({ link: '' })), 'cards.1.link', 'Must be an absolute URL.'],
  ['a path', values(card({ link: '/a.jpg' }), card()), 'cards.0.link', 'Must be an absolute URL.'],
  ['a long text', values(card({ text: 'a'.repeat(161) }), card()), 'cards.0.text', 'Must be at most 160 characters.'],
  ['many lines', values(card({ text: 'a\nb\nc\nd' }), card()), 'cards.0.text', 'Must have at most 2 line breaks.'],
  ['no label', values(card(), card({ label: '' })), 'cards.1.label', 'Must not be empty.'],
  ['no URL', values(card({ url: 'shop' }), card()), 'cards.0.url', 'Must be an absolute URL.'],
  ['no reply', withReplies(replies(), replies('A')), 'cards.0.replies.0', 'Must have at least one button.'],
  [
    'a long reply after an empty one',
    withReplies(replies('', 'a'.repeat(21)), replies('A')),
    'cards.0.replies.1',
    'Must be at most 20 characters.',
  ],
  [
    'different numbers of replies',
    withReplies(replies('A', 'B'), replies('A')),
    'cards',
    'Must all have the same number of quick replies.',
  ],
  [
    'a repeated reply',
    withReplies(replies('A', 'A'), replies('A', 'B')),
    'cards.0.replies.1',
    'Must be different from the other replies of the card.',
  ],
])('reports %s', (_, given, field, message) => {
  expect(validateCards(given)).toHaveProperty([field], message)
})

test('reports nothing for cards that the API accepts', () => {
  expect(validateCards(values(card(), card()))).toEqual({})
  expect(validateCards(withReplies(replies('A', 'B'), replies('C', '', 'D')))).toEqual({})
})
