import type { JsonSchema, OpenApiDocument } from '@messaging/contract/openapi/types.ts'

type Definition = JsonSchema['items']

/** The type in a cell of the API document, without what else it says: `string, max length 255` is a `string`. */
export function typeOfCell(cell: string): string {
  const [type = ''] = cell.split(/[,:]/)
  return type.trim().replace(/^string uuid$/, 'uuid')
}

/** The largest length that a cell allows. */
export function longestOfCell(cell: string): number | undefined {
  const [, longest] = /max(?: length)? (\d+)/.exec(cell) ?? []
  return longest === undefined ? undefined : Number(longest)
}

/** A schema in the words of the API document. */
export function wordsOf(definition: Definition): string {
  const schema = asSchema(definition)
  if (schema.$ref) return nameOf(schema)
  if (schema.anyOf) return schema.anyOf.map(wordsOf).join(' or ')
  if (schema.format === 'uuid' || schema.format === 'date-time') return schema.format
  if (schema.type === 'array') return `array of ${wordsOf(schema.items)}`
  return schema.type === undefined ? 'any JSON' : [schema.type].flat().join(' or ')
}

/** Whether a schema is of the type that a cell says: `array` is one of anything, a named choice of texts is a string. */
export function isOfCell(document: OpenApiDocument, cell: string, definition: Definition): boolean {
  const wanted = typeOfCell(cell)
  const words = wordsOf(resolvedChoices(document, definition))
  return words === wanted || (wanted === 'array' && words.startsWith('array of '))
}

/** A named schema in full; another one as it is. */
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
