import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { expect, test } from 'vitest'
import { fieldLines, typeText } from './field-lines.ts'
import { fieldList } from './field-list.ts'

const names = {
  text: (name: string) => `\`${name}\``,
  description: (name: string) => (name === 'Text' ? 'A text.' : undefined),
}
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: Record<string, JsonSchema>, description?: string): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...(description !== undefined && { description }),
})
const body = object({ body: { type: 'string', minLength: 1, maxLength: 9 } })
const kinds = [object({ type: { enum: ['a'] } }, 'The first.'), object({ type: { enum: ['b'] } })]

test.each<[string, JsonSchema, readonly string[]]>([
  [
    'an object',
    object({ text: body }),
    ['- `text` (object, required)', '  - `body` (string, required, 1 to 9 characters)'],
  ],
  ['alternatives with names', { oneOf: [reference('Text'), reference('File')] }, ['- `Text`: A text.', '- `File`']],
  [
    'the items of an array',
    object({ list: { type: ['array', 'null'], items: body, maxItems: 3 } }),
    [
      '- `list` (array of object or null, required, at most 3 items)',
      '  - `body` (string, required, 1 to 9 characters)',
    ],
  ],
  [
    'the values of a map',
    object({ map: { type: 'object', additionalProperties: body } }),
    ['- `map` (object with values of type object, required)', '  - `body` (string, required, 1 to 9 characters)'],
  ],
  [
    'alternatives without names',
    object({ kind: { anyOf: [...kinds, { type: 'null' }] } }),
    [
      '- `kind` (object or null, required)',
      '  - either: The first.',
      '    - `type` (`a`, required)',
      '  - or',
      '    - `type` (`b`, required)',
    ],
  ],
  ['values', { enum: ['a', 'b'], type: 'string' }, ['- `a` or `b`']],
  ['any JSON', {}, ['- any JSON']],
])('%s', (_, schema, lines) => {
  expect(fieldLines(schema, names)).toEqual(lines)
  const { markup } = fieldList(schema)
  for (const [, field = ''] of lines.join('\n').matchAll(/- `(\w+)` \(/g))
    expect(markup).toContain(`<code>${field}</code>`)
})

test.each<[JsonSchema, string]>([
  [{ type: ['string', 'null'], format: 'uuid' }, 'string (uuid) or null'],
  [{ type: ['array', 'null'], items: reference('Text') }, 'array of `Text` or null'],
  [{ allOf: [reference('Text'), reference('File')] }, '`Text` with `File`'],
  [{ type: 'object', allOf: [{ anyOf: [{}] }] }, 'object'],
  [{ anyOf: [reference('Text'), {}] }, '`Text` or any JSON'],
  [{ type: 'null' }, 'null'],
])('%j is %s', (schema, text) => {
  expect(typeText(schema, names)).toBe(text)
})
