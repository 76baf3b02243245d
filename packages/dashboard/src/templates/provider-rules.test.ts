import { expect, test } from 'vitest'
import { providerProblems } from './provider-rules.ts'
import { templateParts } from './template-parts.ts'

const problems = (components: unknown, parameterFormat = 'POSITIONAL', name = 'order_update') =>
  providerProblems({ name, category: 'UTILITY', parameterFormat, parts: templateParts(components) })
const body = (text: string, ...values: string[]) => ({
  type: 'BODY',
  text,
  ...(values.length > 0 && { example: { body_text: [values] } }),
})
const buttons = (...types: string[]) => ({
  type: 'BUTTONS',
  buttons: types.map((type, index) => ({
    type,
    text: `Button ${index}`,
    url: 'https://example.com',
    phone_number: '+44',
    example: 'x',
  })),
})

test.each([
  ['plain text', [body('Hello.')]],
  ['variables with samples', [body('Hi {{1}}, order {{2}} ships.', 'Alex', '1')]],
  ['buttons in groups', [body('Hello.'), buttons('URL', 'URL', 'PHONE_NUMBER', 'QUICK_REPLY', 'QUICK_REPLY')]],
])('accepts %s', (_, components) => {
  expect(problems(components)).toEqual([])
})

test.each([
  ['no body', [], /Body: required/],
  ['a variable at the start', [body('{{1}} hello.', 'a')], /start or end/],
  ['a variable at the end', [body('Hello {{1}}', 'a')], /start or end/],
  ['two variables side by side', [body('Hi {{1}} {{2}}!', 'a', 'b')], /must have text/],
  ['a gap', [body('Hi {{1}} and {{3}}!', 'a', 'b', 'c')], /without gaps/],
  ['no sample', [body('Hi {{1}}!')], /missing samples for \{\{1\}\}/],
  ['a name among numbers', [body('Hi {{name}}!')], /must be numbers/],
  ['a long body', [body('x'.repeat(1025))], /at most 1,024 characters, not 1,025/],
  [
    'two variables in the header',
    [{ type: 'HEADER', format: 'TEXT', text: '{{1}} {{2}}', example: { header_text: ['a', 'b'] } }, body('Hi')],
    /one variable/,
  ],
  ['an image without a sample', [{ type: 'HEADER', format: 'IMAGE' }, body('Hi')], /sample file/],
  ['a variable in the footer', [body('Hi'), { type: 'FOOTER', text: '{{1}}' }], /Footer: must not/],
  ['three URLs', [body('Hi'), buttons('URL', 'URL', 'URL')], /at most 2 of the type “Open a URL”/],
  ['separated quick replies', [body('Hi'), buttons('QUICK_REPLY', 'URL', 'QUICK_REPLY')], /adjacent/],
  [
    'a variable within a URL',
    [body('Hi'), { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Go', url: 'https://{{1}}.com', example: ['a'] }] }],
    /at the end/,
  ],
])('reports %s', (_, components, message) => {
  expect(problems(components)).toEqual([expect.stringMatching(message)])
})

test('checks variable names of a NAMED template', () => {
  expect(problems([body('Hi {{1}}!')], 'NAMED')).toEqual([expect.stringContaining('must be names')])
})

test('checks the template name, also for AUTHENTICATION', () => {
  expect(problems([body('Hi')], 'POSITIONAL', 'Order Update')).toHaveLength(1)
  expect(
    providerProblems({
      name: 'Code',
      category: 'AUTHENTICATION',
      parameterFormat: 'POSITIONAL',
      parts: templateParts([]),
    }),
  ).toHaveLength(1)
})
