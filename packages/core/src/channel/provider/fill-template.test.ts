import { expect, test } from 'vitest'
import type { OutboundContent } from '../port.ts'
import { fillTemplate, variablesProblem } from './fill-template.ts'
import { readTemplateDefinition } from './template-definition.ts'

type Template = Omit<NonNullable<OutboundContent['template']>, 'name' | 'language'>

const define = (components: unknown, { category = 'UTILITY', parameter_format = 'POSITIONAL' } = {}) =>
  readTemplateDefinition({ category, parameter_format, components })
const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more })
const button = (index: number, sub_type: string, ...parameters: { type: string }[]) => ({
  type: 'button',
  sub_type,
  index,
  parameters,
})

const positional = define([{ type: 'body', text: 'Order {{2}} for {{1}}' }])
const named = define(
  [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{order}}' },
    { type: 'BODY', text: 'Hello {{ customer }}' },
    { type: 'FOOTER', text: 'The shop' },
  ],
  { parameter_format: 'NAMED' },
)
const rich = define([
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'It ships' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' },
      { type: 'QUICK_REPLY', text: 'Stop' },
      { type: 'COPY_CODE', example: 'SALE' },
      { type: 'URL', text: 'Shop', url: 'https://example.com' },
    ],
  },
])
const code = define(
  [
    { type: 'BODY', text: '{{1}} is your verification code.', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 5 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', text: 'Copy code' }] },
  ],
  { category: 'AUTHENTICATION' },
)
const image = { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] }
const coupon = button(2, 'copy_code', { type: 'coupon_code', ...{ coupon_code: 'SALE' } })

function filled(definition: typeof positional, template: Template): OutboundContent {
  const whole = { name: 'x', language: 'en', ...template }
  return fillTemplate(definition, { type: 'template', text: '', template: whole }, whole)
}

test('shows the texts of the header, the body and the footer with their values', () => {
  expect(filled(positional, { positional: ['Ada', 'A-1'] }).text).toBe('Order A-1 for Ada')
  const header = { type: 'header', parameters: [text('A-1', { parameter_name: 'order' })] }
  expect(filled(named, { named: { customer: 'Ada' }, components: [header] }).text).toBe(
    'Order A-1\n\nHello Ada\n\nThe shop',
  )
  const price = { type: 'currency', currency: { fallback_value: '10 EUR' } }
  const body = { type: 'body', parameters: [text('Ada'), price] }
  expect(filled(positional, { components: [body] }).text).toBe('Order 10 EUR for Ada')
})

test('shows the file of the header and the buttons', () => {
  const components = [
    image,
    button(0, 'url', text('A-1')),
    button(1, 'quick_reply', { type: 'payload', ...{ payload: 'STOP' } }),
    coupon,
  ]
  expect(filled(rich, { components })).toMatchObject({
    text: 'It ships',
    media: [{ url: 'https://example.com/a.jpg', mimeType: 'image/jpeg' }],
    buttons: [
      { type: 'url', text: 'Track', url: 'https://example.com/A-1' },
      { type: 'quick_reply', text: 'Stop', quickReplyId: 'STOP' },
      { type: 'copy_code', text: '' },
      { type: 'url', text: 'Shop', url: 'https://example.com' },
    ],
    template: { components },
  })
})

test('the code of a template for authentication is also in its button, once', () => {
  const once = filled(code, { positional: ['123456'] })
  expect(once).toMatchObject({
    text: '123456 is your verification code.\n\nThis code expires in 5 minutes.',
    buttons: [{ type: 'copy_code', text: 'Copy code' }],
    template: {
      positional: ['123456'],
      components: [button(0, 'url', text('123456'))].map((one) => ({ ...one, index: '0' })),
    },
  })
  const { name: _, language, ...again } = { name: '', language: '', ...once.template }
  expect(filled(code, again)).toEqual({ ...once, template: { ...once.template, name: 'x', language: 'en' } })
})

test('components that only the provider knows are not checked', () => {
  const carousel = define([
    { type: 'BODY', text: 'Look' },
    { type: 'CAROUSEL', cards: [] },
  ])
  const components = [{ type: 'carousel', parameters: [], cards: [] }, button(0, 'url', text('x'))]
  expect(filled(carousel, { components })).toMatchObject({ text: 'Look', template: { components } })
})

test.each<[string, typeof positional, Template]>([
  ['template.variables: lacks {{2}} of the template', positional, { positional: ['Ada'] }],
  ['template.variables: must have a value for {{1}}', positional, { positional: ['', 'A-1'] }],
  ['template.variables: has more values than the template', positional, { positional: ['Ada', 'A-1', 'x'] }],
  ['template.variables: must be an array', positional, { named: { 1: 'Ada' } }],
  ['template.variables: must be an object', named, { positional: ['Ada'] }],
  ['template.variables: lacks {{customer}}', named, { named: {} }],
  ['template.variables: must have no line break', positional, { positional: ['Ada\n', 'A-1'] }],
  ['must fill the template with at most 32768 characters', positional, { positional: ['x'.repeat(32_768), 'A-1'] }],
  [
    'template.variables: must be empty',
    positional,
    { positional: ['Ada', '1'], components: [{ type: 'body', parameters: [] }] },
  ],
  [
    'template.components: must have a value for {{2}}',
    positional,
    { components: [{ type: 'body', parameters: [text('Ada')] }] },
  ],
  ['template.components: must have a value for {{order}}', named, { named: { customer: 'Ada' } }],
  ['template.components: must have no header', positional, { positional: ['Ada', '1'], components: [image] }],
  ['must have a header with a parameter of the type image', rich, {}],
  ['must have a button with the index 0 and the sub_type url', rich, { components: [image] }],
  [
    'must have a button with the index 2 and the sub_type copy_code',
    rich,
    { components: [image, button(0, 'url', text('1'))] },
  ],
  ['must have the sub_type url for button 0', rich, { components: [image, button(0, 'quick_reply', text('1'))] }],
  [
    'must have no parameter for button 3',
    rich,
    { components: [image, button(0, 'url', text('1')), coupon, button(3, 'url', text('1'))] },
  ],
  [
    'must have no button with the index 4',
    rich,
    { components: [image, button(0, 'url', text('1')), coupon, button(4, 'url', text('1'))] },
  ],
  ['template.variables: lacks {{1}}', code, {}],
])('refuses with "%s"', (message, definition, template) => {
  expect(() => filled(definition, template)).toThrow(message)
})

test.each([
  ['POSITIONAL', ['1', '2'], ['Ada', 'A-1'], undefined],
  ['POSITIONAL', [], {}, undefined],
  ['POSITIONAL', ['1', '2'], ['Ada'], 'lacks {{2}} of the template'],
  ['POSITIONAL', ['1', '2'], [], 'lacks {{1}}, {{2}} of the template'],
  ['POSITIONAL', ['1'], ['Ada', 'A-1'], 'has more values than the template, which has only {{1}}'],
  ['POSITIONAL', [], ['Ada'], 'has more values than the template, which has no variables'],
  ['POSITIONAL', ['1'], { name: 'Ada' }, 'must be an array: the template is POSITIONAL'],
  ['NAMED', ['name'], { name: 'Ada' }, undefined],
  ['NAMED', ['name', 'order'], { name: 'Ada' }, 'lacks {{order}} of the template'],
  ['NAMED', ['name'], { name: 'Ada', order: 'A-1' }, 'has more values than the template, which has only {{name}}'],
  ['NAMED', ['name'], ['Ada'], 'must be an object: the template is NAMED'],
] as const)('%s with %j accepts %j or not: %s', (format, known, sent, problem) => {
  expect(variablesProblem(format, known, sent)).toBe(problem)
})
