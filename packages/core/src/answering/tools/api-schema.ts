import { isObject, type JsonObject } from '../../platform/json.ts'
import type { Field, Part } from './api-part.ts'
import { schemaOf } from './api-part.ts'
import { parseObject, parsePart } from './parse-part.ts'

/** An `apiSchema` that makes sense (decisions, Agents). */
export interface HttpDescription {
  /** Scheme, host and port: never the model's to choose. */
  readonly origin: string
  /** Path, query and fragment, with `{name}` for each of `path`. */
  readonly template: string
  readonly method: string
  readonly path: readonly Field[]
  readonly query: readonly Field[]
  readonly headers: readonly Field[]
  readonly body: Field | undefined
  /** JSON Schema of what the model fills. */
  readonly parameters: JsonObject
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const URL_PARTS = /^(https?:\/\/[^/?#\\]+)(.*)$/is
export const PATH_PARAMETER = /\{([^{}]*)\}/g

/** What a parameter may be where nothing says its type: in a URL or header it is text anyway. */
const TEXT = 'string'
const SCALAR = ['string', 'number', 'boolean']

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false }

/** What an `apiSchema` says, or why it makes no sense. */
export function parseApiSchema(apiSchema: unknown): HttpDescription | { readonly senseless: string } {
  if (!isObject(apiSchema)) return { senseless: 'it is no object' }
  const [, origin = '', template = ''] = URL_PARTS.exec(String(apiSchema.url ?? '').trim()) ?? []
  if (!URL.canParse(origin) || /[{}]/.test(origin)) return { senseless: 'it has no URL' }
  const method = String(apiSchema.method ?? 'GET').toUpperCase()
  if (!METHODS.includes(method)) return { senseless: 'it has no known method' }
  const taken = new Set<string>()
  const path = fieldsOf(apiSchema.path_params, taken).map(asPathField)
  const names = [...template.matchAll(PATH_PARAMETER)].map(([, name]) => name)
  const used = path.filter(({ name }) => names.includes(name))
  if (names.some((name) => !used.some((field) => field.name === name)))
    return { senseless: 'its URL names a path parameter that it does not describe' }
  const query = fieldsOf(apiSchema.query_params, taken)
  const headers = fieldsOf(apiSchema.request_headers, taken)
  const body = ['GET', 'HEAD'].includes(method) ? undefined : bodyOf(apiSchema.request_body, taken)
  const inBody = body?.part.kind === 'object' && !body.part.array ? body.part.fields : body ? [body] : []
  const fields = [...used, ...query, ...headers, ...inBody]
  const parameters = schemaOf({ kind: 'object', fields, array: false }) ?? NO_PARAMETERS
  return { origin, template, method, path: used, query, headers, body, parameters }
}

function fieldsOf(piece: unknown, taken: Set<string>): readonly Field[] {
  return isObject(piece) ? (parseObject(piece, TEXT, taken)?.fields ?? []) : []
}

/** An empty path parameter would name another resource. */
function asPathField(field: Field): Field {
  const { part } = field
  if (part.kind !== 'described') return field
  return { ...field, required: true, part: { ...part, schema: { ...part.schema, minLength: 1 } } }
}

/** The model sees the fields of a body beside the others; a body that is no object is one argument. */
function bodyOf(piece: unknown, taken: Set<string>): Field | undefined {
  const isMap = isObject(piece) && !isObject(piece.input) && piece.type !== 'array'
  const part: Part | undefined = isMap ? parseObject(piece, SCALAR, taken) : parsePart(piece, SCALAR)
  if (!part) return undefined
  const argument = taken.has('body') ? 'request_body' : 'body'
  return { name: 'body', argument, required: true, part }
}
