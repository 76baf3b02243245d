import { expect, test } from 'vitest'
import { shownParts } from './shown-parts.ts'

const LINK = 'https://shop.example/files/a.mp4?x=1'
const body = { text: 'Look' }
const interactive = (content: object) => ({ type: 'interactive', interactive: { body, ...content } })
const reply = (id: string) => ({ id, title: id.toUpperCase() })
const card = (index: number, type: string, action: object) => ({
  card_index: index,
  header: { type, [type]: { link: LINK } },
  body: { text: `Card ${index}` },
  action,
})

test('shows the name of a document, else that in its URL', () => {
  const shown = (document: object) => shownParts({ type: 'document', document }).above
  expect(shown({ link: LINK, filename: 'Invoice 7.pdf' })).toEqual([
    { kind: 'file', text: '📄 Invoice 7.pdf', url: LINK },
  ])
  expect(shown({ link: LINK })).toEqual([{ kind: 'file', text: '📄 a.mp4', url: LINK }])
  expect(shown({ id: '1' })).toEqual([{ kind: 'file', text: '📄', url: null }])
})

test.each([
  ['gif', { link: LINK }, { kind: 'file', text: 'GIF', url: LINK }],
  ['image', { link: LINK }, { kind: 'file', text: '🖼', url: LINK }],
  ['document', { link: LINK, filename: 'B.pdf' }, { kind: 'file', text: '📄 B.pdf', url: LINK }],
])('shows a header of the type %s above the text, with the footer and the buttons below', (type, file, expected) => {
  const action = { buttons: [{ type: 'reply', reply: reply('yes') }] }
  const message = interactive({ type: 'button', header: { type, [type]: file }, footer: { text: 'Thanks' }, action })
  expect(shownParts(message)).toEqual({
    above: [expected],
    below: [
      { kind: 'text', text: 'Thanks' },
      { kind: 'button', text: 'YES', content: { button_reply: reply('yes') } },
    ],
  })
})

test('shows a header of text, and the rows of a list', () => {
  const sections = [{ rows: [{ ...reply('s'), description: 'Small' }] }, { rows: [reply('l')] }]
  const message = interactive({
    type: 'list',
    header: { type: 'text', text: 'Sizes' },
    action: { button: 'Open', sections },
  })
  expect(shownParts(message)).toEqual({
    above: [{ kind: 'text', text: 'Sizes' }],
    below: [
      { kind: 'button', text: 'S', content: { list_reply: { ...reply('s'), description: 'Small' } } },
      { kind: 'button', text: 'L', content: { list_reply: reply('l') } },
    ],
  })
})

test('shows the cards of a carousel with their files, texts, links and quick replies', () => {
  const link = { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example' } }
  const quick = { buttons: [{ type: 'quick_reply', quick_reply: reply('a') }] }
  const shown = (...cards: object[]) => shownParts(interactive({ type: 'carousel', action: { cards } })).below
  expect(shown(card(0, 'image', link), card(1, 'image', link))).toEqual(
    [0, 1].flatMap((index) => [
      { kind: 'file', text: '🖼', url: LINK },
      { kind: 'text', text: `Card ${index}` },
      { kind: 'link', text: 'Open', url: 'https://shop.example' },
    ]),
  )
  expect(shown(card(0, 'video', quick))).toContainEqual({
    kind: 'button',
    text: 'A',
    content: { button_reply: reply('a') },
  })
})

test.each([
  [{ type: 'voice_call', action: { name: 'voice_call', parameters: { display_text: 'Ring us' } } }, 'Ring us'],
  [{ type: 'catalog_message', action: { name: 'catalog_message' } }, 'View catalogue'],
  [{ type: 'flow', action: { name: 'flow', parameters: { flow_cta: 'Book' } } }, 'Book'],
])('shows the button of %j', (content, text) => {
  expect(shownParts(interactive(content)).below).toEqual([{ kind: 'button', text, content: null }])
})

test('a message of a customer, and one without parts, have none', () => {
  const nothing = { above: [], below: [] }
  expect(shownParts({ type: 'text', text: { body: 'Hi' } })).toEqual(nothing)
  expect(shownParts({})).toEqual(nothing)
  expect(shownParts({ type: 'interactive', interactive: { button_reply: reply('a') } })).toEqual(nothing)
})
