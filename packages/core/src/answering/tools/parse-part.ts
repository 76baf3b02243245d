import { isObject, type JsonObject } from '../../platform/json.ts'
import type { Field, ObjectPart, Part } from './api-part.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const ARGUMENT = /[^a-zA-Z0-9_.-]/g
const LONGEST_ARGUMENT = 64

/**
 * Parses a piece of an `apiSchema`: a parameter (`input`), a JSON Schema of parameters (`properties`, `items`), or an
 * object or array of pieces. Returns undefined for anything else, which has no effect.
 * @param type the type of parameters without a type
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

/** Parses an array. One piece describes every item; several pieces are the items. */
function parseArray(pieces: readonly unknown[], type: unknown): Part | undefined {
  if (pieces.length === 1) return asList(parsePart(pieces[0], type))
  const object = parseObject(Object.fromEntries(pieces.map((piece, index) => [`item_${index + 1}`, piece])), type)
  return object && { ...object, array: true }
}

/** Parses the fields of an object; undefined if it has none. `usedNames` are argument names that are in use. */
export function parseObject(piece: JsonObject, type: unknown, usedNames = new Set<string>()): ObjectPart | undefined {
  const bySchema = isObject(piece.properties) && !isObject(piece.properties.input)
  const pieces = bySchema && isObject(piece.properties) ? piece.properties : piece
  const required = bySchema && Array.isArray(piece.required) ? piece.required : undefined
  const fields: Field[] = []
  for (const [name, inner] of Object.entries(pieces)) {
    const part = parsePart(inner, type)
    if (!part) continue
    const argument = freeArgument(name, usedNames)
    usedNames.add(argument)
    fields.push({ name, argument, part, required: isRequired(inner, required?.includes(name) ?? true) })
  }
  return fields.length > 0 ? { kind: 'object', fields, array: false } : undefined
}

function freeArgument(name: string, usedNames: ReadonlySet<string>): string {
  const plain = name.replace(ARGUMENT, '_').slice(0, LONGEST_ARGUMENT - 4) || '_'
  for (let number = 1; ; number += 1) {
    const argument = number === 1 ? plain : `${plain}_${number}`
    if (!usedNames.has(argument)) return argument
  }
}

function isRequired(piece: unknown, otherwise: boolean): boolean {
  if (!isObject(piece)) return otherwise
  const flags = [piece.required, isObject(piece.input) ? piece.input.required : undefined]
  return flags.find((value) => typeof value === 'boolean') ?? otherwise
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
