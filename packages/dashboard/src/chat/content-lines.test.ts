import { expect, test } from 'vitest'
import { contentLines, fileWords, isShown, mediaKind, optionLines, unknownText } from './content-lines.ts'
import { aMessage } from './testing.ts'

const refersTo = { messageWaId: 'wamid.1' }

test.each([
  [{ location: { latitude: 51.5, longitude: -0.1, name: 'London Eye' } }, ['Location', 'London Eye', '51.5, -0.1']],
  [
    { contacts: [{ name: { formattedName: 'Sam Lee' }, phones: [{ phone: '+44 7700 900300' }] }] },
    ['Contact', 'Sam Lee', '+44 7700 900300'],
  ],
  [
    {
      order: {
        text: 'No onions',
        productItems: [{ productRetailerId: 'B1', quantity: 2, itemPrice: 5, currency: 'EUR' }],
      },
    },
    ['Order', '2 × B1 · 5 EUR', 'No onions'],
  ],
  [{ reaction: { ...refersTo, emoji: '👍' } }, ['Reacted 👍 to an earlier message']],
  [{ reaction: { ...refersTo, emoji: '' } }, ['Removed a reaction']],
  [{ edit: refersTo }, ['Edited an earlier message']],
  [{ revoke: refersTo }, ['Deleted an earlier message']],
  [{ nfmReply: { responseJson: '{"size":"42","flow_token":"x"}' } }, ['Completed a form', 'size: 42']],
  [{ nfmReply: { responseJson: 'no JSON' } }, ['Completed a form']],
])('%j is shown as %j', (content, lines) => {
  expect(contentLines(aMessage('1', content)).map(({ text }) => text)).toEqual(lines)
})

test.each([
  [{ type: 'list', action: { sections: [{ rows: [{ id: 'r', title: 'Returns' }] }] } }, [{ text: '• Returns' }]],
  ['unknown', []],
])('the options of %j are %j', (interactive, lines) => {
  expect(optionLines({ interactive })).toEqual(lines)
})

const CARDS = [
  {
    header: { type: 'image', image: { link: 'https://shop.example/a.jpg' } },
    body: { text: 'Red' },
    action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example/a' } },
  },
  {
    header: { type: 'video', video: { id: '1' } },
    body: { text: 'Red' },
    action: { buttons: [{ type: 'quick_reply', quick_reply: { id: 'b', title: 'Buy' } }] },
  },
]

test('the cards of a carousel are shown with their texts, files, links and quick replies', () => {
  const interactive = { type: 'carousel', body: { text: 'Look' }, action: { cards: CARDS } }
  expect(optionLines({ interactive })).toEqual([
    { text: 'Card 1: Red' },
    { text: 'Card 1: picture', href: 'https://shop.example/a.jpg' },
    { text: 'Card 1: Open', href: 'https://shop.example/a' },
    { text: 'Card 2: Red' },
    { text: 'Card 2: [Buy]' },
  ])
})

test('a place leads to a map, and a phone number can be called', () => {
  const hrefs = contentLines(
    aMessage('1', { location: { latitude: 1, longitude: 2 }, contacts: [{ phones: [{ phone: '+44 (0) 7' }] }] }),
  ).flatMap(({ href }) => href ?? [])
  expect(hrefs).toEqual(['https://www.openstreetmap.org/?mlat=1&mlon=2#map=16/1/2', 'tel:+4407'])
})

test('other messages are named in words', () => {
  expect(unknownText({ type: 'unsupported', unsupported: { type: 'poll_creation' } })).toMatch(/ \(poll creation\)$/)
  expect(unknownText({ type: 'unsupported' })).not.toContain('(')
})

test('shows only files that the API serves', () => {
  const api = 'https://api.example.com/'
  expect(isShown('https://api.example.com/media/1.x', api)).toBe(true)
  expect(isShown('https://shop.example/a.png', api)).toBe(false)
  expect(isShown('https://api.example.com.evil.example/media/1', api)).toBe(false)
  expect(isShown('https://api.example.com/media/1.x', undefined)).toBe(false)
})

test('describes other files in words', () => {
  const api = 'https://api.example.com/'
  const own = 'https://api.example.com/media/1.x'
  expect(fileWords('https://shop.example/a.png', 'image/png', api)).toBe('Photo · shop.example')
  expect(fileWords(own, 'audio/ogg; codecs=opus', api)).toBe('Voice message')
  expect(fileWords(own, 'application/pdf', api)).toBe('PDF')
  expect(fileWords('', '', api)).toBe('File')
})

test('derives the kind from the MIME type', () => {
  expect(['image/png', 'VIDEO/mp4', 'audio/ogg', 'application/pdf', ''].map(mediaKind)).toEqual([
    'image',
    'video',
    'audio',
    'file',
    'file',
  ])
})
