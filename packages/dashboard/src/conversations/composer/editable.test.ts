import type { ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { expect, test } from 'vitest'
import { type ButtonsValues, buttonsMessage } from './buttons-values.ts'
import { type CardsValues, cardsMessage, emptyCard } from './cards-values.ts'
import { draftWith, type Editable, editableOf } from './editable.ts'
import { NO_HEADER } from './header-values.ts'

const MESSAGE: ThreadMessage = {
  id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e01',
  direction: 'outbound',
  role: 'human',
  type: 'text',
  text: 'Hello',
  media: [],
  buttons: [],
  template: null,
  status: 'failed',
  error: null,
  waId: '',
  createdAt: '2026-11-21T12:00:00.000Z',
  author: { kind: 'user', name: 'Sam', isYou: true },
  marked: null,
  sessionId: null,
  position: '',
}
const FILE = { url: 'https://x.example/media/1', mimeType: 'image/png', name: 'a.png', uploadId: 'u' }
const link = { key: '0', type: 'url', text: 'Shop', url: 'https://shop.example' }
const reply = { key: '0', type: 'quick_reply', text: 'Yes', url: '' }
const values = (button: ButtonsValues['buttons'][number], header: Partial<ButtonsValues['header']> = {}) => ({
  header: { ...NO_HEADER, ...header },
  body: 'Which one?',
  buttons: [button],
})
const card = (key: string, replies: readonly [string, string, string]) => ({
  ...emptyCard(key),
  link: 'https://shop.example/a.jpg',
  text: `Card ${key}`,
  replies: [...replies],
})
const cards: CardsValues = {
  body: 'Look',
  file: 'image',
  button: 'quick_reply',
  cards: [card('0', ['Yes', 'No', '']), card('1', ['Maybe', 'Later', ''])],
}
const linkCards: CardsValues = {
  ...cards,
  file: 'video',
  button: 'url',
  cards: ['0', '1'].map((key) => ({ ...card(key, ['', '', '']), label: 'Open', url: 'https://shop.example/a' })),
}

test.each<[string, Partial<ThreadMessage>, Editable | undefined]>([
  ['a text', {}, { kind: 'text', text: 'Hello' }],
  ['a file of a member', { type: 'media', media: [FILE] }, { kind: 'text', text: 'Hello', file: FILE }],
  ['a file without an upload', { type: 'media', media: [{ ...FILE, uploadId: null }] }, undefined],
  ['a message of a program', { author: { kind: 'key', name: 'CRM', isYou: false } }, undefined],
  ['a message of an agent', { role: 'assistant', author: null }, undefined],
  ['a location', { type: 'location' }, undefined],
  ['an object that no form has', { type: 'interactive', interactive: { type: 'list' } }, undefined],
])('the content of %s', (_, changed, expected) => {
  expect(editableOf({ ...MESSAGE, ...changed })).toEqual(expected)
})

test.each<ButtonsValues>([
  values(reply),
  values(link),
  values(reply, { type: 'text', text: 'Title' }),
  values(link, { type: 'image', link: 'https://shop.example/a.jpg' }),
  values(reply, { type: 'gif', link: 'https://shop.example/a.mp4' }),
  values(reply, { type: 'document', link: 'https://shop.example/a.pdf', filename: 'a.pdf' }),
])('buttons return to their form: %j', (form) => {
  const sent = buttonsMessage(form)
  const content =
    sent.type === 'buttons'
      ? { type: sent.type, text: sent.text.body, buttons: sent.buttons }
      : { type: sent.type, interactive: Reflect.get(sent, 'interactive') }
  expect(editableOf({ ...MESSAGE, ...content })).toEqual({ kind: 'buttons', values: form })
})

test.each([cards, linkCards])('cards return to their form', (form) => {
  expect(editableOf({ ...MESSAGE, ...cardsMessage(form), text: '' })).toEqual({ kind: 'cards', values: form })
})

const SENT_FROM = JSON.stringify(values({ ...reply, key: 'k' }))
const untouched = { ...values(reply), body: ' ', buttons: [{ ...reply, key: 'k', text: '' }] }
test.each<[string, Editable, string, string | undefined]>([
  ['no draft', { kind: 'text', text: 'Hello' }, '', 'Hello'],
  ['another text', { kind: 'text', text: 'Hello' }, 'Dear', 'Hello\nDear'],
  ['the same text', { kind: 'text', text: 'Hello' }, 'Hello', 'Hello'],
  ['the same text before another', { kind: 'text', text: 'Hello' }, 'Hello\nDear', 'Hello\nDear'],
  ['a text that begins with it', { kind: 'text', text: 'No' }, 'Nothing yet', 'No\nNothing yet'],
  ['a text that contains it', { kind: 'text', text: 'No' }, 'Why? No', 'No\nWhy? No'],
  ['the same text with spaces at its end', { kind: 'text', text: 'Hello \n' }, 'Hello\nDear', 'Hello\nDear'],
  ['a line that ends with a space', { kind: 'text', text: '' }, 'Dear ', 'Dear '],
  ['a file without a caption', { kind: 'text', text: '' }, 'Dear', 'Dear'],
  ['no form', { kind: 'buttons', values: values(reply) }, '', JSON.stringify(values(reply))],
  [
    'an empty form',
    { kind: 'buttons', values: values(reply) },
    JSON.stringify(untouched),
    JSON.stringify(values(reply)),
  ],
  ['the same form', { kind: 'cards', values: cards }, JSON.stringify(cards), JSON.stringify(cards)],
  ['the form it was sent from', { kind: 'buttons', values: values(reply) }, SENT_FROM, SENT_FROM],
  ['another form', { kind: 'buttons', values: values(reply) }, JSON.stringify(values(link)), undefined],
])('a message is put beside %s', (_, editable, draft, expected) => {
  expect(draftWith(editable, draft)).toBe(expected)
})
