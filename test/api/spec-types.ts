import type { JsonSchema, OpenApiDocument } from '@replywright/contract/openapi/types.ts'

type Definition = JsonSchema['items']

/** Returns the type in a cell of the API document: `string, max length 255` is a `string`. */
function typeOfCell(cell: string): string {
  const [type = ''] = cell.split(/[,:]/)
  return type.trim().replace(/^string uuid$/, 'uuid')
}

/** Returns the maximum length in a cell. */
export function longestOfCell(cell: string): number | undefined {
  const [, longest] = /max(?: length)? (\d+)/.exec(cell) ?? []
  return longest === undefined ? undefined : Number(longest)
}

const ANY = 'any JSON'

/** Describes a schema in the terms of the API document. */
export function wordsOf(definition: Definition): string {
  const schema = asSchema(definition)
  if (schema.$ref) return nameOf(schema)
  const choices = schema.anyOf?.map(wordsOf)
  if (choices) return choices.includes(ANY) ? ANY : choices.join(' or ')
  if (schema.format === 'uuid' || schema.format === 'date-time') return schema.format
  if (schema.type === 'array') return `array of ${wordsOf(schema.items)}`
  return schema.type === undefined ? ANY : [schema.type].flat().join(' or ')
}

/** Returns whether a schema is of a cell's type: `array` matches any array, and a named enum is a string. */
export function isOfCell(document: OpenApiDocument, cell: string, definition: Definition): boolean {
  const wanted = typeOfCell(cell)
  const words = wordsOf(resolvedChoices(document, definition))
  return words === wanted || (wanted === 'array' && words.startsWith('array of '))
}

/** Resolves a reference to a named schema; returns any other schema unchanged. */
export function resolve(document: OpenApiDocument, definition: Definition): JsonSchema {
  const schema = asSchema(definition)
  return schema.$ref ? (document.components.schemas[nameOf(schema)] ?? {}) : schema
}

function resolvedChoices(document: OpenApiDocument, definition: Definition): JsonSchema {
  const full = resolve(document, definition)
  return full.enum ? full : asSchema(definition)
}

function asSchema(definition: Definition): JsonSchema {
  return typeof definition === 'object' && !Array.isArray(definition) ? definition : {}
}

function nameOf({ $ref = '' }: JsonSchema): string {
  return $ref.split('/').at(-1) ?? ''
}
