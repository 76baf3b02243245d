import { expect, test } from 'vitest'
import { contentOf, isSame, readForm, sourceOf } from './content.ts'
import { componentsOf, EMPTY_FORM } from './template-form.ts'

const components = [{ type: 'BODY', text: 'Hello.' }]

test('shows stored components as a form and as JSON', () => {
  const { form, text, components: read } = contentOf(sourceOf(components), 'POSITIONAL')
  expect(form?.body).toBe('Hello.')
  expect(JSON.parse(text)).toEqual(components)
  expect(read).toEqual(components)
})

test('builds the JSON from the form', () => {
  const { form } = contentOf(sourceOf(components), 'POSITIONAL')
  if (!form) throw new Error('no form')
  const changed = contentOf({ kind: 'form', form: { ...form, footer: 'Bye.' } }, 'POSITIONAL')
  expect(JSON.parse(changed.text)).toEqual([...components, { type: 'FOOTER', text: 'Bye.' }])
})

test.each(['', '[', '{"a"}'])('%o has no components', (text) => {
  expect(contentOf({ kind: 'json', text }, 'POSITIONAL')).toEqual({ components: undefined, form: undefined, text })
})

const positional = [
  { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['12345'] } },
  {
    type: 'BODY',
    text: 'Hi {{1}}, your order {{2}} ships on Friday.',
    example: { body_text: [['Alex', '12345']] },
  },
  { type: 'FOOTER', text: 'The Daily Grind' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'URL', text: 'Track', url: 'https://example.com/t/{{1}}', example: ['https://example.com/t/12345'] },
      { type: 'QUICK_REPLY', text: 'Talk to us' },
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+447700900100' },
      { type: 'COPY_CODE', example: 'SPRING' },
    ],
  },
]
const named = [
  {
    type: 'BODY',
    text: 'Hi {{first_name}}, order {{order_id}} ships soon.',
    example: {
      body_text_named_params: [
        { param_name: 'first_name', example: 'Alex' },
        { param_name: 'order_id', example: '12345' },
      ],
    },
  },
]

test.each([
  ['nothing', [], 'POSITIONAL'],
  ['all kinds of parts', positional, 'POSITIONAL'],
  ['named variables', named, 'NAMED'],
  ['an image', [{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } }], 'POSITIONAL'],
  ['variables without samples', [{ type: 'BODY', text: 'Hi {{1}}!' }], 'POSITIONAL'],
])('reads and writes %s unchanged', (_, components, format) => {
  const form = readForm(components, format)
  expect(form && componentsOf(form, format)).toEqual(components)
})

test.each([
  ['a carousel', [...positional, { type: 'CAROUSEL', cards: [] }]],
  ['an unsupported field', [{ type: 'BODY', text: 'Hi', add_security_recommendation: true }]],
  ['another order', positional.toReversed()],
  ['a button of another kind', [{ type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] }]],
  [
    'two bodies',
    [
      { type: 'BODY', text: 'a' },
      { type: 'BODY', text: 'b' },
    ],
  ],
  ['a value that is not a list', { body: 'Hi' }],
  ['null', null],
])('does not support %s', (_, components) => {
  expect(readForm(components, 'POSITIONAL')).toBeUndefined()
})

test('writes a sample for every position up to the last', () => {
  const form = { ...EMPTY_FORM, body: 'On {{3}} at {{1}}.', bodySamples: { '1': 'noon' } }
  expect(componentsOf(form, 'POSITIONAL')).toEqual([
    { type: 'BODY', text: 'On {{3}} at {{1}}.', example: { body_text: [['noon', '', '']] } },
  ])
})

test('ignores the order of fields but not of items', () => {
  expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
  expect(isSame({ a: undefined }, {})).toBe(false)
})
