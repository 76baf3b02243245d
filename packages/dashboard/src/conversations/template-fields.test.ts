import { expect, test } from 'vitest'
import { isFilled, templateFields, templateInput, unsendablePart } from './template-fields.ts'

const template = {
  name: 'sale',
  language: 'en',
  category: 'MARKETING',
  parameterFormat: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Hi {{1}}' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' },
        { type: 'COPY_CODE', text: 'Copy' },
        { type: 'QUICK_REPLY', text: 'Stop' },
      ],
    },
  ],
} as const

test('asks for the values of the header, the body and the buttons', () => {
  expect(templateFields(template)).toEqual([
    { key: 'file', label: 'Link of the image' },
    { key: '1', label: '{{1}}' },
    { key: 'button 0', label: 'Button “Open”' },
    { key: 'button 1', label: 'Button “Copy”' },
  ])
})

test('shows the sample of each value', () => {
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['4711'] } },
    { type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Alex']] } },
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy', example: 'SPRING' }] },
  ]
  expect(templateFields({ ...template, components }).map(({ sample }) => sample)).toEqual(['4711', 'Alex', 'SPRING'])
})

test('needs each of them', () => {
  const values = { file: 'https://example.com/a.jpg', 1: 'Ada', 'button 0': 'x', 'button 1': 'SALE' }
  expect(isFilled(template, values)).toBe(true)
  expect(isFilled(template, { ...values, 1: ' ' })).toBe(false)
  expect(isFilled(template, {})).toBe(false)
  expect(isFilled({ ...template, components: [{ type: 'BODY', text: 'Hi' }] }, {})).toBe(true)
})

test('says what cannot be sent from the dashboard', () => {
  expect(unsendablePart(template)).toBeUndefined()
  expect(unsendablePart({ components: [{ type: 'HEADER', format: 'LOCATION' }] })).toBeUndefined()
  expect(unsendablePart({ components: [{ type: 'BODY', text: 'Hi' }, { type: 'CAROUSEL' }] })).toBe('a carousel')
})

test('builds the components from the values', () => {
  const values = { file: 'https://example.com/a.jpg', 1: 'Ada', 'button 0': 'x', 'button 1': 'SALE' }
  expect(templateInput(template, values)).toEqual({
    name: 'sale',
    language: 'en',
    variables: ['Ada'],
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
      { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'x' }] },
      { type: 'button', sub_type: 'copy_code', index: 1, parameters: [{ type: 'coupon_code', coupon_code: 'SALE' }] },
    ],
  })
})

test('a text header has its own variables, and a code is the only variable of a template for authentication', () => {
  const named = {
    ...template,
    parameterFormat: 'NAMED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{order}}' },
      { type: 'BODY', text: 'Hello' },
    ],
  }
  expect(templateInput(named, { 'header order': 'A-1' })).toMatchObject({
    variables: {},
    components: [{ type: 'header', parameters: [{ type: 'text', text: 'A-1', parameter_name: 'order' }] }],
  })
  const code = { ...template, category: 'AUTHENTICATION', components: [{ type: 'BODY' }] } as const
  expect(templateInput(code, { 1: '123456' })).toEqual({ name: 'sale', language: 'en', variables: ['123456'] })
})

test('a location is in the header', () => {
  const withPlace = {
    ...template,
    components: [
      { type: 'HEADER', format: 'LOCATION' },
      { type: 'BODY', text: 'Here' },
    ],
  }
  expect(templateFields(withPlace).map(({ label }) => label)).toEqual([
    'Name of the place',
    'Address',
    'Latitude',
    'Longitude',
  ])
  const values = {
    'place name': 'Shop',
    'place address': '1 High St',
    'place latitude': '51.5 ',
    'place longitude': '-0.1',
  }
  const location = { name: 'Shop', address: '1 High St', latitude: '51.5', longitude: '-0.1' }
  expect(templateInput(withPlace, values)).toMatchObject({
    components: [{ type: 'header', parameters: [{ type: 'location', location }] }],
  })
})
