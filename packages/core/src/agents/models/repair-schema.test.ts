import { describe, expect, test } from 'vitest'
import { acceptedSchema } from './accepted-tool.ts'
import { repairSchema } from './repair-schema.ts'

const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const nothing = object({})

describe('a schema whose meaning is clear is repaired', () => {
  test.each<[string, unknown, object]>([
    ['a valid one', object({ q: text }, { required: ['q'] }), object({ q: text }, { required: ['q'] })],
    ['null', null, nothing],
    ['an absent one', undefined, nothing],
    ['true', true, nothing],
    ['an empty one', {}, nothing],
    ['no type', { properties: { q: text } }, object({ q: text })],
    ['a type in another case', { type: 'OBJECT', properties: { q: { type: 'String' } } }, object({ q: text })],
    [
      'types of another language',
      object({ a: { type: 'int' }, b: 'bool' }),
      object({ a: { type: 'integer' }, b: { type: 'boolean' } }),
    ],
    ['an unknown type', object({ a: { type: 'date', description: 'x' } }), object({ a: { description: 'x' } })],
    ['several types', { type: ['object', 'null'], properties: { q: { type: ['STRING', 'x'] } } }, object({ q: text })],
    ['null as properties', { type: 'object', properties: null }, nothing],
    ['a list as properties', { type: 'object', properties: [] }, nothing],
    ['required inside properties', object({ q: text, required: ['q'] }), object({ q: text }, { required: ['q'] })],
    [
      'required in both places',
      object({ q: text, p: text, required: ['q'] }, { required: ['p'] }),
      object({ q: text, p: text }, { required: ['p', 'q'] }),
    ],
    ['a property that is called required', object({ required: text }), object({ required: text })],
    ['null as required', object({ q: text }, { required: null }), object({ q: text })],
    ['a name as required', object({ q: text }, { required: 'q' }), object({ q: text }, { required: ['q'] })],
    ['an unknown name in required', object({ q: text }, { required: ['p', 7] }), object({ q: text })],
    [
      'required at a property',
      object({ q: { ...text, required: true }, p: { ...text, required: false } }),
      object({ q: text, p: text }, { required: ['q'] }),
    ],
    [
      'additionalProperties inside properties',
      object({ q: text, additionalProperties: false }),
      object({ q: text }, { additionalProperties: false }),
    ],
    [
      'a schema in place of properties',
      object(object({ q: text }, { required: ['q'] })),
      object({ q: text }, { required: ['q'] }),
    ],
    ['a property without schema', object({ a: null, b: true, c: 7, d: [] }), object({ a: {}, b: {} })],
    ['an array without items', object({ a: { type: 'array' } }), object({ a: { type: 'array', items: {} } })],
    [
      'a list of items',
      object({ a: { type: 'array', items: [text, { type: 'number' }] } }),
      object({ a: { type: 'array', items: { anyOf: [text, { type: 'number' }] } } }),
    ],
    ['null as items', object({ a: { type: 'array', items: null } }), object({ a: { type: 'array', items: {} } })],
    [
      'nullable',
      object({ a: { ...text, nullable: true, enum: ['x'] } }),
      object({ a: { type: ['string', 'null'], enum: ['x', null] } }),
    ],
    [
      'exclusive bounds of draft 4',
      object({ a: { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false } }),
      object({ a: { exclusiveMinimum: 1, maximum: 5 } }),
    ],
    ['an empty enum', object({ a: { ...text, enum: [] } }), object({ a: text })],
    ['a repeated choice', object({ a: { enum: ['x', 'x', 'y'] } }), object({ a: { enum: ['x', 'y'] } })],
    [
      'a bound as text',
      object({ a: { maxLength: '5', minLength: 'x', minimum: null } }),
      object({ a: { maxLength: 5 } }),
    ],
    [
      'a reference to nothing',
      object({ a: { $ref: '#/$defs/x', description: 'd' }, b: { $ref: 'https://x.example/y' } }),
      object({ a: { description: 'd' }, b: {} }),
    ],
    [
      'a reference',
      object({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'STRING' } } }),
      object({ a: { $ref: '#/$defs/x' } }, { $defs: { x: text } }),
    ],
    [
      'a reference at the top',
      { $ref: '#/definitions/x', definitions: { x: object({ q: text }) } },
      object({ q: text }, { definitions: { x: object({ q: text }) } }),
    ],
    ['an invalid pattern', object({ a: { ...text, pattern: '(' } }), object({ a: text })],
    ['texts that are none', object({ a: { title: null, description: {}, format: 7 } }), object({ a: {} })],
    ['empty branches', object({ a: { anyOf: [], oneOf: null } }), object({ a: {} })],
    [
      'inner schemas',
      object({ a: object({ b: { type: 'ARRAY' } }, { required: true }) }),
      object({ a: object({ b: { type: 'array', items: {} } }) }, { required: ['a'] }),
    ],
  ])('%s', (_, schema, expected) => {
    const { schema: repaired, problem } = repairSchema(schema)
    expect(problem).toBeUndefined()
    expect(repaired).toEqual(expected)
    expect(repairSchema(repaired).schema).toEqual(repaired)
  })

  test.each<[string, object, object]>([
    [
      'equal choices',
      { anyOf: [object({ q: text }, { required: ['q'] }), object({ q: text }, { required: ['q'] })] },
      object({ q: text }, { required: ['q'] }),
    ],
    [
      'other choices',
      { oneOf: [object({ q: text }, { required: ['q'] }), object({ p: text })] },
      object({ q: text, p: text }),
    ],
    [
      'one name, two types',
      { oneOf: [object({ q: text }), object({ q: { type: 'number' } })] },
      object({ q: { anyOf: [text, { type: 'number' }] } }),
    ],
    [
      'parts',
      { allOf: [object({ q: text }, { required: ['q'] }), { properties: { p: text }, required: ['p'] }] },
      object({ q: text, p: text }, { required: ['q', 'p'] }),
    ],
    [
      'a choice of null',
      { anyOf: [object({ q: text }, { required: ['q'] }), { type: 'null' }] },
      object({ q: text }, { required: ['q'] }),
    ],
    [
      'choices of what is required',
      object({ q: text, p: text }, { anyOf: [{ required: ['q'] }, { required: ['p'] }] }),
      object({ q: text, p: text }),
    ],
    [
      'references',
      { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: object({ q: text }) } },
      object({ q: text }, { $defs: { a: object({ q: text }) } }),
    ],
  ])('branches at the top: %s', (_, schema, expected) => {
    expect(acceptedSchema({ ...repairSchema(schema).schema })).toEqual(expected)
  })
})

test.each<[string, unknown, RegExp]>([
  ['a list', [], /not a JSON Schema/],
  ['a text', 'object', /not a JSON Schema/],
  ['a number', 7, /not a JSON Schema/],
  ['false', false, /not a JSON Schema/],
  ['the schema of a text', text, /not describe an object/],
  ['an unknown type', { type: 'thing' }, /not describe an object/],
  ['a reference to another document', { $ref: 'https://x.example/y' }, /cannot be resolved/],
  ['a reference to itself', { $ref: '#' }, /cannot be resolved/],
  ['deep nesting', { properties: { a: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) } }, /nested deeper/],
  ['a large one', object({ a: { description: 'x'.repeat(17_000) } }), /larger than 16 KB/],
])('%s is refused', (_, schema, problem) => {
  expect(repairSchema(schema)).toEqual({ problem: expect.stringMatching(problem) })
})
