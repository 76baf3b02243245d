import { isObject } from '@replywright/contract/json.ts'

export const LOCATION_NAMES = {
  path_params: { title: 'Path parameters', one: 'path parameter' },
  query_params: { title: 'Query parameters', one: 'query parameter' },
  request_headers: { title: 'Headers', one: 'header' },
  request_body: { title: 'Body', one: 'body field' },
}

/** The parts of a request that have parameters, in display order. */
export const LOCATIONS = ['path_params', 'query_params', 'request_headers', 'request_body'] as const
export type ParameterLocation = (typeof LOCATIONS)[number]

export type Kind = 'description' | 'value' | 'public'

/** The model fills it from its description, or its value is fixed. A fixed value is secret unless public. */
export interface Parameter {
  /** Identifies the parameter while its name is edited. */
  readonly key: string
  readonly name: string
  readonly kind: Kind
  readonly text: string
  /** The other fields, such as the type; kept unchanged. */
  readonly rest: Readonly<Record<string, unknown>>
}

export interface HttpTool {
  readonly url: string
  readonly method: string
  readonly parameters: Readonly<Record<ParameterLocation, readonly Parameter[]>>
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** Returns the form values of a schema, or undefined if the form cannot show all of it. */
export function readApiSchema(json: unknown): HttpTool | undefined {
  if (!isObject(json)) return undefined
  const { url = '', method = 'GET' } = json
  if (typeof url !== 'string' || typeof method !== 'string') return undefined
  if (!METHODS.some((known) => known === method.toUpperCase())) return undefined
  const [path, query, headers, body] = LOCATIONS.map((location) => readLocation(json[location], location))
  if (!path || !query || !headers || !body) return undefined
  return {
    url,
    method: method.toUpperCase(),
    parameters: { path_params: path, query_params: query, request_headers: headers, request_body: body },
  }
}

function readLocation(piece: unknown, location: ParameterLocation): readonly Parameter[] | undefined {
  if (piece === undefined || piece === null) return []
  if (!isObject(piece)) return undefined
  const parameters = Object.entries(piece).map(([name, inner]) => readParameter(name, inner, location))
  const known = parameters.filter((parameter) => parameter !== undefined)
  return known.length === parameters.length ? known : undefined
}

function readParameter(name: string, piece: unknown, location: ParameterLocation): Parameter | undefined {
  if (!isObject(piece) || !isObject(piece.input)) return undefined
  const { input, ...rest } = piece
  const { type, ...said } = input
  if (type !== 'description' && type !== 'value') return undefined
  const { [type]: text = '', ...more } = said
  const isPublic = type === 'value' && more.public === true
  if (typeof text !== 'string' || Object.keys(more).length > (isPublic ? 1 : 0)) return undefined
  return { key: `${location}.${name}`, name, kind: isPublic ? 'public' : type, text, rest }
}

/**
 * Returns the schema of a tool. Keeps the fields of `before` that the form does not show. Parameters without a name and
 * repeated names are kept as keys that `requestProblem` rejects, so that they cannot disappear unnoticed.
 */
export function writeApiSchema(before: unknown, { url, method, parameters }: HttpTool): object {
  const locations = LOCATIONS.filter(
    (location) => parameters[location].length > 0 || (isObject(before) && location in before),
  )
  const written = locations.map((location) => [
    location,
    Object.fromEntries(withOwnKeys(parameters[location].map(writeOne))),
  ])
  return { ...(isObject(before) && before), url, method, ...Object.fromEntries(written) }
}

/** Appends spaces to repeated names. */
function withOwnKeys<Value>(entries: readonly (readonly [string, Value])[]): (readonly [string, Value])[] {
  const taken = new Set<string>()
  return entries.map(([name, value]) => {
    let key = name
    while (taken.has(key)) key += ' '
    taken.add(key)
    return [key, value] as const
  })
}

/** Returns why a request cannot be saved, or undefined. */
export function requestProblem(json: unknown): string | undefined {
  for (const location of LOCATIONS) {
    const piece = isObject(json) ? json[location] : undefined
    for (const [name, parameter] of Object.entries(isObject(piece) ? piece : {})) {
      if (name.trim() === '') return `A ${LOCATION_NAMES[location].one} has no name.`
      if (name !== name.trim()) return `There are several parameters named ${name.trim()}.`
      const input = isObject(parameter) ? parameter.input : undefined
      if (location === 'request_headers' && isObject(input) && input.type === 'value' && input.value === '')
        return `The header ${name} needs a value.`
    }
  }
  return undefined
}

function writeOne({ name, kind, text, rest }: Parameter) {
  const input = kind === 'public' ? { type: 'value', value: text, public: true } : { type: kind, [kind]: text }
  return [name.trim(), { ...rest, input }] as const
}

/** Returns the names in braces in the URL that have no path parameter. The model is not offered such a tool. */
export function undescribedPathNames({ url, parameters }: HttpTool): readonly string[] {
  const described = new Set(parameters.path_params.map(({ name }) => name.trim()))
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !described.has(name))
}

/** Returns the error of a parameter's name, or undefined. `others` are all parameters of the same location. */
export function nameProblem(name: string, others: readonly Parameter[]): string | undefined {
  if (name.trim() === '') return 'Required'
  return others.filter((other) => other.name.trim() === name.trim()).length > 1 ? 'Duplicate' : undefined
}
