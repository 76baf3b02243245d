import * as v from 'valibot'
import { expect, test } from 'vitest'
import { MessageInput, quickReplyId } from './messages.ts'

const text = (body: string) => ({ type: 'text', text: { body } })
const media = (more: object) => ({
  type: 'media',
  media: { url: 'https://a.example/a', mimeType: 'image/png', ...more },
})
const buttons = (...list: object[]) => ({ type: 'buttons', text: { body: 'Choose' }, buttons: list })
const template = (more: object) => ({ type: 'template', template: { name: 'order_update', ...more } })
const contact = (firstName: string) => ({
  type: 'contacts',
  contacts: [{ name: { formattedName: 'Ada', firstName } }],
})
const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const reply = (label: string, quickReplyId?: string) => ({ type: 'quick_reply', text: label, quickReplyId })

test.each([
  ['no type', {}, 'type'],
  ['an empty text', text(''), 'text.body'],
  ['a text beyond 4,096 characters', text('x'.repeat(4097)), 'text.body'],
  ['a file', media({ url: 'file:///etc/passwd' }), 'media.url'],
  ['a relative URL', media({ url: '/a.png' }), 'media.url'],
  ['an invalid media type', media({ mimeType: 'png' }), 'media.mimeType'],
  ['a caption on audio', media({ mimeType: 'audio/ogg', caption: 'x' }), 'media.caption'],
  ['a caption on a sticker', media({ mimeType: 'image/webp', caption: 'x' }), 'media.caption'],
  ['no button', buttons(), 'buttons'],
  ['four buttons', buttons(...['a', 'b', 'c', 'd'].map((label) => reply(label))), 'buttons'],
  ['a label beyond 20 characters', buttons(reply('x'.repeat(21))), 'buttons.0.text'],
  ['two equal labels', buttons(reply('a', '1'), reply('a', '2')), 'buttons'],
  ['two equal ids', buttons(reply('a', '1'), reply('b', '1')), 'buttons'],
  ['an id equal to the text of a button without an id', buttons(reply('a', 'b'), reply('b')), 'buttons'],
  [
    'a URL button next to another button',
    buttons({ type: 'url', text: 'u', url: 'https://a.example' }, reply('b')),
    'buttons',
  ],
  ['a template without a name', template({ name: '' }), 'template.name'],
  ['variables of more than 64 KB', template({ variables: ['x'.repeat(65_536)] }), 'template.variables'],
  [
    'a parameter with a large number',
    template({ components: [{ type: 'body', parameters: [{ type: 'currency', currency: { amount_1000: 1e16 } }] }] }),
    'template.components.0.parameters.0.currency.amount_1000',
  ],
  [
    'cards that are nested deeply',
    template({ components: [{ type: 'carousel', cards: [nested(20)] }] }),
    `template.components.0.cards${'.0'.repeat(18)}`,
  ],
  ['a latitude near zero', { type: 'location', location: { latitude: 1e-200, longitude: 0 } }, 'location.latitude'],
  ['a contact of more than 64 KB', contact('x'.repeat(65_536)), null],
  ['a name of a contact with half of a surrogate pair', contact('\ud83d'), 'contacts.0.name.firstName'],
  ['a text with half of a surrogate pair', text('\ud83d'), 'text.body'],
  ['a caption with half of a surrogate pair', media({ caption: '\ud83d' }), 'media.caption'],
  ['a label with half of a surrogate pair', buttons(reply('\ud83d')), 'buttons.0.text'],
  ['a template whose name has half of a surrogate pair', template({ name: '\ud83d' }), 'template.name'],
  ['variables that are not strings', template({ variables: [{ a: 1 }] }), 'template.variables'],
])('rejects %s and names the field', (_, input, path) => {
  const { issues = [] } = v.safeParse(MessageInput, input)
  expect(issues.map((issue) => v.getDotPath(issue))).toContain(path)
})

test.each([
  ['the longest text', text('x'.repeat(4096))],
  ['a caption on a picture', media({ caption: 'x'.repeat(1024) })],
  ['three reply buttons', buttons(reply('a'), reply('b'), reply('c', 'id'))],
  ['one URL button', buttons({ type: 'url', text: 'u', url: 'https://a.example' })],
  ['positional variables', template({ language: 'de', variables: ['a', 'b'] })],
  ['named variables', template({ variables: { name: 'Alex' } })],
])('accepts %s', (_, input) => {
  expect(v.parse(MessageInput, input)).toMatchObject(input)
})

test('a template requires neither language nor variables', () => {
  expect(v.parse(MessageInput, template({}))).toMatchObject({ template: { variables: [] } })
})

test('a button without an id has its text without the spaces around it, which the provider refuses in an id', () => {
  expect(quickReplyId({ type: 'quick_reply', text: ' Track it ' })).toBe('Track it')
  expect(quickReplyId({ type: 'quick_reply', text: 'Track it', quickReplyId: 'track' })).toBe('track')
})
