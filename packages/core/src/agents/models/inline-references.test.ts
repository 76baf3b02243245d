import { expect, test } from 'vitest'
import { inlineReferences } from './inline-references.ts'

const refer = (name: string, beside: object = {}) => ({ $ref: `#/$defs/${name}`, ...beside })
const inlined = (properties: Readonly<Record<string, unknown>>, $defs: Readonly<Record<string, unknown>> = {}) =>
  inlineReferences({ type: 'object', properties, $defs }).properties

test('replaces references by their definitions, also nested and in lists', () => {
  const $defs = {
    Address: {
      type: 'object',
      properties: { country: refer('Country'), lines: { type: 'array', items: refer('a~1b') } },
    },
    Country: { enum: ['DE', 'GB'] },
    'a/b': { type: 'string' },
  }
  expect(
    inlined(
      { to: refer('Address', { description: 'Where' }), or: { anyOf: [refer('Country'), { type: 'null' }] } },
      $defs,
    ),
  ).toEqual({
    to: {
      type: 'object',
      properties: { country: { enum: ['DE', 'GB'] }, lines: { type: 'array', items: { type: 'string' } } },
      description: 'Where',
    },
    or: { anyOf: [{ enum: ['DE', 'GB'] }, { type: 'null' }] },
  })
})

test('removes recursive, unknown and external references', () => {
  const $defs = { Node: { type: 'object', properties: { next: refer('Node') } }, Loop: refer('Loop') }
  expect(
    inlined(
      { list: refer('Node'), loop: refer('Loop'), gone: refer('Gone'), far: { $ref: 'https://example.com/x' } },
      $defs,
    ),
  ).toEqual({ list: { type: 'object', properties: { next: {} } }, loop: {}, gone: {}, far: {} })
})

test('limits the growth of definitions that refer to each other', () => {
  const double = (name: string) => ({ properties: { a: refer(name), b: refer(name) } })
  const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`D${index}`, double(`D${index + 1}`)]))
  expect(JSON.stringify(inlined({ all: refer('D0') }, $defs)).length).toBeLessThan(5_000)
})
