import { expect, test } from 'vitest'
import { type ButtonsValues, buttonsMessage, validateButtons } from './buttons-values.ts'
import { type HeaderValues, NO_HEADER } from './header-values.ts'

const reply = (text: string) => ({ key: text, type: 'quick_reply', text, url: 'unused' })
const link = (text: string, url: string) => ({ key: text, type: 'url', text, url })
const values = (...buttons: ButtonsValues['buttons']): ButtonsValues => ({
  header: NO_HEADER,
  body: 'Which one?',
  buttons,
})
const withHeader = (header: Partial<HeaderValues>, ...buttons: ButtonsValues['buttons']): ButtonsValues => ({
  ...values(...buttons),
  header: { ...NO_HEADER, ...header },
})

const FILE = 'https://shop.example/files/a'

test('sends the URL of links only', () => {
  expect(buttonsMessage(values(reply('Yes')))).toMatchObject({ buttons: [{ type: 'quick_reply', text: 'Yes' }] })
  expect(buttonsMessage(values(link('Shop', 'https://shop.example')))).toEqual({
    type: 'buttons',
    text: { body: 'Which one?' },
    buttons: [{ type: 'url', text: 'Shop', url: 'https://shop.example' }],
  })
})

test.each<[Partial<HeaderValues>, object]>([
  [
    { type: 'gif', link: `${FILE}.mp4`, filename: 'unused' },
    { type: 'gif', gif: { link: `${FILE}.mp4` } },
  ],
  [
    { type: 'image', link: ` ${FILE}.png ` },
    { type: 'image', image: { link: `${FILE}.png` } },
  ],
  [
    { type: 'text', text: 'Sizes', link: 'unused' },
    { type: 'text', text: 'Sizes' },
  ],
  [
    { type: 'document', link: FILE, filename: 'Prices 2027.pdf' },
    { type: 'document', document: { link: FILE, filename: 'Prices 2027.pdf' } },
  ],
  [
    { type: 'document', link: FILE },
    { type: 'document', document: { link: FILE } },
  ],
])('%o is above the text', (given, header) => {
  const body = { text: 'Which one?' }
  const parameters = { display_text: 'Shop', url: 'https://shop.example' }
  expect(buttonsMessage(withHeader(given, reply('Yes'), reply(' No ')))).toEqual({
    type: 'interactive',
    interactive: {
      type: 'button',
      header,
      body,
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'Yes', title: 'Yes' } },
          { type: 'reply', reply: { id: 'No', title: ' No ' } },
        ],
      },
    },
  })
  expect(buttonsMessage(withHeader(given, link('Shop', 'https://shop.example')))).toEqual({
    type: 'interactive',
    interactive: { type: 'cta_url', header, body, action: { name: 'cta_url', parameters } },
  })
})

test('reports errors by field', () => {
  expect(validateButtons(values(reply('Yes'), reply('No')))).toEqual({})
  expect(validateButtons({ ...values(reply('')), body: '' })).toEqual({
    body: 'Must not be empty.',
    'buttons.0.text': 'Must not be empty.',
  })
  expect(validateButtons(values(link('Shop', 'shop')))).toHaveProperty(['buttons.0.url'])
})

test.each<[Partial<HeaderValues>, string, string]>([
  [{ type: 'gif' }, 'header.link', 'Must be an absolute URL.'],
  [{ type: 'gif', link: 'ftp://shop.example/a.mp4' }, 'header.link', 'Must be http or https.'],
  [{ type: 'text' }, 'header.text', 'Must not be empty.'],
  [{ type: 'text', text: 'a'.repeat(61) }, 'header.text', 'Must be at most 60 characters.'],
  [{ type: 'document', link: FILE, filename: 'a'.repeat(241) }, 'header.filename', 'Must be at most 240 characters.'],
])('reports what is wrong with %o, together with the errors of the buttons', (header, field, message) => {
  expect(validateButtons(withHeader(header, reply('')))).toEqual({
    [field]: message,
    'buttons.0.text': 'Must not be empty.',
  })
})

test('reports a URL that is too long below a header', () => {
  const url = `https://shop.example/${'a'.repeat(2_000)}`
  expect(validateButtons(values(link('Shop', url)))).toEqual({})
  const errors = validateButtons(withHeader({ type: 'text', text: 'Sizes' }, link('Shop', url)))
  expect(errors).toEqual({ buttons: 'Must be at most 2000 characters.' })
})

test('reports errors of all buttons together', () => {
  expect(validateButtons(values(reply('Yes'), reply('Yes')))).toHaveProperty(
    'buttons',
    'Must have buttons with different texts.',
  )
  expect(validateButtons(values(reply('Yes'), link('Shop', 'https://shop.example')))).toEqual({
    buttons: 'Must be up to three quick replies, or a single link.',
  })
  expect(Object.keys(validateButtons(values(reply(''), reply(''))))).toEqual(['buttons.1.text', 'buttons.0.text'])
})
