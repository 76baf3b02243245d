import { expect, test } from 'vitest'
import { validateArguments } from './validate-arguments.ts'

const ORDER = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 2 },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { quantity: { type: 'integer' } }, required: ['quantity'] },
    },
    gift: { type: 'boolean' },
    note: { type: 'string' },
    'a/b': { enum: ['x'] },
  },
  required: ['id'],
  additionalProperties: false,
}

test.each([
  ['valid arguments', { id: 'A-1', lines: [{ quantity: 2 }] }, { id: 'A-1', lines: [{ quantity: 2 }] }],
  ['numbers as text', { id: 'A-1', lines: [{ quantity: '2' }] }, { id: 'A-1', lines: [{ quantity: 2 }] }],
  ['text as a number', { id: 42, gift: 'true' }, { id: '42', gift: true }],
  ['null for an optional value', { id: 'A-1', note: null }, { id: 'A-1' }],
])('accepts %s', (_, sent, args) => {
  expect(validateArguments(ORDER, sent)).toEqual({ args })
})

test.each([
  [{ id: 'A' }, [/^id: String is too short/]],
  [{}, [/^arguments: .*"id"/]],
  [{ id: null }, [/^id: .*"null"/]],
  [{ id: 'A-1', lines: [{ quantity: 1 }, { quantity: 'some' }] }, [/^lines\.1\.quantity: .*"integer"/]],
  [{ id: 'A-1', 'a/b': 'y' }, [/^a\/b: .*\["x"\]/]],
  [{ id: 'A-1', evil: 1 }, [/^evil: is unknown/]],
  [{ id: 'A', gift: 7 }, [/^id: /, /^gift: /]],
  [[], [/must be a JSON object/]],
  ['{}', [/must be a JSON object/]],
  [undefined, [/must be a JSON object/]],
])('rejects %j and names the path of each problem', (sent, problems) => {
  expect(validateArguments(ORDER, sent)).toEqual({
    problems: problems.map((problem) => expect.stringMatching(problem)),
  })
})

test('does not change the schema or the arguments', () => {
  const schema = Object.freeze({ type: 'object', properties: Object.freeze({ n: Object.freeze({ type: 'number' }) }) })
  const sent = Object.freeze({ n: '1' })
  expect(validateArguments(schema, sent)).toEqual({ args: { n: 1 } })
})

test('treats property names of Object like any other name', () => {
  const sent: unknown = JSON.parse('{"id":"A-1","__proto__":{"x":1},"constructor":1}')
  expect(validateArguments(ORDER, sent)).toEqual({
    problems: [expect.stringMatching('__proto__: is unknown'), expect.stringMatching('constructor: is unknown')],
  })
})

test.each([
  'http://json-schema.org/draft-04/schema#',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2020-12/schema',
  'https://example.com/a-dialect-of-our-own',
])('accepts a schema of %s', ($schema) => {
  const schema = {
    $schema,
    type: 'object',
    properties: { a: { $ref: '#/definitions/a' } },
    definitions: { a: { type: 'number' } },
  }
  expect(validateArguments(schema, { a: 1 })).toEqual({ args: { a: 1 } })
  expect(validateArguments(schema, { a: [] })).toEqual({ problems: [expect.stringMatching('^a: ')] })
})

test('accepts all arguments if the schema cannot be evaluated', () => {
  const schema = { type: 'object', properties: { a: { $ref: 'https://example.com/elsewhere.json' } } }
  expect(validateArguments(schema, { a: 1 })).toEqual({ args: { a: 1 } })
})

test('rejects arguments that take too long to check or are nested too deeply', () => {
  const endless = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
  expect(validateArguments(endless, { a: `${'a'.repeat(60)}!` })).toEqual({
    problems: ['the arguments took too long to check'],
  })
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
  expect(validateArguments({ type: 'object', properties: { a: { $ref: '#' } } }, deep)).toEqual({
    // A slow machine reaches the time limit first.
    problems: [expect.stringMatching(/^the arguments (are nested too deeply|took too long) to check$/)],
  })
})
