import { type Field, type ObjectPart, type Part, schemaOf } from './api-part.ts'
import { isObject, type JsonObject } from './json.ts'

/** A valid `apiSchema` (decisions, Agents). */
export interface HttpDescription {
  /** Scheme, host and port. The model never chooses them. */
  readonly origin: string
  /** Path, query and fragment, with `{name}` for each of `path`. */
  readonly template: string
  readonly method: string
  readonly path: readonly Field[]
  readonly query: readonly Field[]
  readonly headers: readonly Field[]
  readonly body: Field | undefined
  /** JSON Schema of the values that the model fills. */
  readonly parameters: JsonObject
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const URL_PARTS = /^(https?:\/\/[^/?#\\]+)(.*)$/is
export const PATH_PARAMETER = /\{([^{}]*)\}/g

/** Types of a parameter without a type. In a URL or header every value is text. */
const TEXT = 'string'
const SCALAR = ['string', 'number', 'boolean']

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false }

/** Parses an `apiSchema`, or returns why it is invalid. */
export function parseApiSchema(apiSchema: unknown): HttpDescription | { readonly invalid: string } {
  if (!isObject(apiSchema)) return { invalid: 'apiSchema must be an object with the url of the request' }
  const [, origin = '', template = ''] = URL_PARTS.exec(String(apiSchema.url ?? '').trim()) ?? []
  if (!URL.canParse(origin) || /[{}]/.test(origin))
    return { invalid: 'apiSchema.url must begin with https:// or http:// and a host without braces' }
  const method = String(apiSchema.method ?? 'GET').toUpperCase()
  if (!METHODS.includes(method)) return { invalid: `apiSchema.method must be one of ${METHODS.join(', ')}` }
  const usedNames = new Set<string>()
  const path = fieldsOf(apiSchema.path_params, usedNames).map(asPathField)
  const names = [...template.matchAll(PATH_PARAMETER)].map(([, name]) => name)
  const used = path.filter(({ name }) => names.includes(name))
  const missing = names.find((name) => !used.some((field) => field.name === name))
  if (missing !== undefined)
    return { invalid: `the url contains {${missing}}, but apiSchema.path_params has no ${missing} with an input` }
  const query = fieldsOf(apiSchema.query_params, usedNames)
  const headers = fieldsOf(apiSchema.request_headers, usedNames)
  const body = ['GET', 'HEAD'].includes(method) ? undefined : bodyOf(apiSchema.request_body, usedNames)
  const inBody = body?.part.kind === 'object' && !body.part.array ? body.part.fields : body ? [body] : []
  const fields = [...used, ...query, ...headers, ...inBody]
  const parameters = schemaOf({ kind: 'object', fields, array: false }) ?? NO_PARAMETERS
  return { origin, template, method, path: used, query, headers, body, parameters }
}

function fieldsOf(piece: unknown, usedNames: Set<string>): readonly Field[] {
  return isObject(piece) ? (parseObject(piece, TEXT, usedNames)?.fields ?? []) : []
}

/** Requires a non-empty value, because an empty path parameter names another resource. */
function asPathField(field: Field): Field {
  const { part } = field
  if (part.kind !== 'described') return field
  return { ...field, required: true, part: { ...part, schema: { ...part.schema, minLength: 1 } } }
}

/** Parses the body. The fields of an object are arguments beside the others; any other body is one argument. */
function bodyOf(piece: unknown, usedNames: Set<string>): Field | undefined {
  const isMap = isObject(piece) && !isObject(piece.input) && piece.type !== 'array'
  const part: Part | undefined = isMap ? parseObject(piece, SCALAR, usedNames) : parsePart(piece, SCALAR)
  if (!part) return undefined
  const argument = usedNames.has('body') ? 'request_body' : 'body'
  return { name: 'body', argument, required: true, part }
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const ARGUMENT = /[^a-zA-Z0-9_.-]/g
const LONGEST_ARGUMENT = 64

/**
 * Parses a piece of an `apiSchema`: a parameter (`input`), a JSON Schema of parameters (`properties`, `items`), or an
 * object or array of pieces. Returns undefined for anything else, which has no effect.
 * @param type the type of parameters without a type
 */
function parsePart(piece: unknown, type: unknown): Part | undefined {
  if (Array.isArray(piece)) return parseArray(piece, type)
  if (!isObject(piece)) return undefined
  if (isObject(piece.input)) return parseParameter(piece, piece.input, type)
  if (piece.type === 'array' && isObject(piece.items)) return asList(parsePart(piece.items, type))
  return parseObject(piece, type)
}

/** Returns whether a piece describes a parameter, or contains one. */
export function hasEffect(piece: unknown): boolean {
  return parsePart(piece, TEXT) !== undefined
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
function parseObject(piece: JsonObject, type: unknown, usedNames = new Set<string>()): ObjectPart | undefined {
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
