import { isObject, type JsonObject } from '../../platform/json.ts'
import type { Field, ObjectPart, Part } from './api-part.ts'

/** The types of JSON Schema that a parameter may say it has. */
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const ARGUMENT = /[^a-zA-Z0-9_.-]/g
const LONGEST_ARGUMENT = 64

/**
 * What a piece of an `apiSchema` asks for: a parameter (`input`), a JSON Schema of parameters (`properties`, `items`), or
 * an object or array of pieces. Undefined for anything else: it has no effect.
 * @param type the type of parameters that name none
 */
export function parsePart(piece: unknown, type: unknown): Part | undefined {
  if (Array.isArray(piece)) return parseArray(piece, type)
  if (!isObject(piece)) return undefined
  if (isObject(piece.input)) return parseParameter(piece, piece.input, type)
  if (piece.type === 'array' && isObject(piece.items)) return asList(parsePart(piece.items, type))
  return parseObject(piece, type)
}

function asList(item: Part | undefined): Part | undefined {
  return item && { kind: 'list', item }
}

/** One piece is how each item looks; several are the items. */
function parseArray(pieces: readonly unknown[], type: unknown): Part | undefined {
  if (pieces.length === 1) return asList(parsePart(pieces[0], type))
  const object = parseObject(Object.fromEntries(pieces.map((piece, index) => [`item_${index + 1}`, piece])), type)
  return object && { ...object, array: true }
}

/** The fields of an object; undefined when it has none. `taken` are arguments that have another meaning. */
export function parseObject(piece: JsonObject, type: unknown, taken = new Set<string>()): ObjectPart | undefined {
  const bySchema = isObject(piece.properties) && !isObject(piece.properties.input)
  const pieces = bySchema && isObject(piece.properties) ? piece.properties : piece
  const required = bySchema && Array.isArray(piece.required) ? piece.required : undefined
  const fields: Field[] = []
  for (const [name, inner] of Object.entries(pieces)) {
    const part = parsePart(inner, type)
    if (!part) continue
    const argument = freeArgument(name, taken)
    taken.add(argument)
    fields.push({ name, argument, part, required: isRequired(inner, required?.includes(name) ?? true) })
  }
  return fields.length > 0 ? { kind: 'object', fields, array: false } : undefined
}

function freeArgument(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(ARGUMENT, '_').slice(0, LONGEST_ARGUMENT - 4) || '_'
  for (let number = 1; ; number += 1) {
    const argument = number === 1 ? plain : `${plain}_${number}`
    if (!taken.has(argument)) return argument
  }
}

function isRequired(piece: unknown, otherwise: boolean): boolean {
  if (!isObject(piece)) return otherwise
  const said = [piece.required, isObject(piece.input) ? piece.input.required : undefined]
  return said.find((value) => typeof value === 'boolean') ?? otherwise
}

function parseParameter(piece: JsonObject, input: JsonObject, type: unknown): Part | undefined {
  if (input.type === 'value' && 'value' in input) return { kind: 'fixed', value: input.value }
  if (input.type !== 'description') return undefined
  const description = typeof input.description === 'string' ? input.description : ''
  const known = TYPES.find((name) => name === piece.type)
  const choices = choicesOf(piece.enum) ?? choicesOf(input.enum)
  return {
    kind: 'described',
    schema: {
      ...((known || !choices) && { type: known ?? type }),
      ...(known === 'array' && { items: {} }),
      ...(choices && { enum: choices }),
      ...(description && { description }),
    },
  }
}

function choicesOf(values: unknown): readonly unknown[] | undefined {
  return Array.isArray(values) && values.length > 0 ? values : undefined
}
