import { isObject, type JsonObject } from '../../platform/json.ts'
import { type Field, type Part, schemaOf } from './api-part.ts'
import { parseObject, parsePart } from './parse-part.ts'

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
  if (!isObject(apiSchema)) return { invalid: 'it is not an object' }
  const [, origin = '', template = ''] = URL_PARTS.exec(String(apiSchema.url ?? '').trim()) ?? []
  if (!URL.canParse(origin) || /[{}]/.test(origin)) return { invalid: 'it has no URL' }
  const method = String(apiSchema.method ?? 'GET').toUpperCase()
  if (!METHODS.includes(method)) return { invalid: 'its method is unknown' }
  const usedNames = new Set<string>()
  const path = fieldsOf(apiSchema.path_params, usedNames).map(asPathField)
  const names = [...template.matchAll(PATH_PARAMETER)].map(([, name]) => name)
  const used = path.filter(({ name }) => names.includes(name))
  if (names.some((name) => !used.some((field) => field.name === name)))
    return { invalid: 'its URL has a path parameter without a description' }
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
