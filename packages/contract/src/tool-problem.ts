import { hasEffect, parseApiSchema } from './api-schema.ts'
import { isObject } from './json.ts'

/** Sections of an `apiSchema`, and the names that other formats have for them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  path_params: ['path', 'path_parameters', 'pathParams'],
  query_params: ['query', 'params', 'query_parameters', 'queryParams'],
  request_headers: ['headers', 'header', 'requestHeaders'],
  request_body: ['body', 'data', 'json', 'requestBody'],
}
const FIELDS = ['url', 'method', ...Object.keys(SECTIONS)]

const FORMAT =
  'Describe an HTTP request: {"url", "method", "path_params", "query_params", "request_headers", "request_body"}'

/**
 * Returns why an agent does not have the tool with this `apiSchema`, or which of its fields have no effect, and what to
 * do. Contains names of fields, and no values.
 */
export function toolProblem(apiSchema: unknown): string | undefined {
  const parsed = parseApiSchema(apiSchema)
  const ignored = isObject(apiSchema) ? ignoredFields(apiSchema) : []
  if (!('invalid' in parsed)) return ignored.length === 0 ? undefined : `Without effect: ${ignored.join('; ')}.`
  const isFunction = isObject(apiSchema) && ('function' in apiSchema || 'parameters' in apiSchema)
  const reason = isFunction ? `apiSchema is a function of a model. ${FORMAT}` : [parsed.invalid, ...ignored].join('; ')
  return `The agent does not have this tool: ${reason}.`
}

function ignoredFields(apiSchema: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(apiSchema).filter((name) => !FIELDS.includes(name))
  return [
    ...unknown.map((name) => {
      const [section] = Object.entries(SECTIONS).find(([, names]) => names.includes(name)) ?? []
      return section ? `${name} (use ${section})` : name
    }),
    ...Object.keys(SECTIONS).flatMap((section) => ignoredIn(section, apiSchema[section])),
  ]
}

/** Returns the parameters of a section that are not described as `input`. */
function ignoredIn(section: string, piece: unknown): string[] {
  if (piece === undefined || piece === null) return []
  if (!isObject(piece))
    return section === 'request_body' && hasEffect(piece) ? [] : [`${section} (must be an object of parameters)`]
  if (isObject(piece.input) || isObject(piece.properties) || piece.type === 'array') return []
  return Object.entries(piece)
    .filter(([, parameter]) => !hasEffect(parameter))
    .map(([name]) => `${section}.${name} (needs "input" with the type "description" or "value")`)
}
