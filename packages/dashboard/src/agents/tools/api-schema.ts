/** The parts of a request that hold parameters, in the order in which they are shown. */
export const PLACES = ['path_params', 'query_params', 'request_headers', 'request_body'] as const
export type Place = (typeof PLACES)[number]

export type Kind = 'description' | 'value' | 'public'

/** A parameter: the model fills it by its description, or its value is fixed. A fixed value is secret unless it is public. */
export interface Parameter {
  /** Tells parameters apart while their names are typed. */
  readonly key: string
  readonly name: string
  readonly kind: Kind
  readonly text: string
  /** What else is said of it, such as its type; kept as it is. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** An HTTP tool as the form shows it. */
export interface HttpTool {
  readonly url: string
  readonly method: string
  readonly parameters: Readonly<Record<Place, readonly Parameter[]>>
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** The description of an HTTP tool; undefined for what the form cannot show without losing some of it. */
export function readApiSchema(json: unknown): HttpTool | undefined {
  if (!isObject(json)) return undefined
  const { url = '', method = 'GET' } = json
  if (typeof url !== 'string' || typeof method !== 'string') return undefined
  if (!METHODS.some((known) => known === method.toUpperCase())) return undefined
  const [path, query, headers, body] = PLACES.map((place) => readPlace(json[place], place))
  if (!path || !query || !headers || !body) return undefined
  return {
    url,
    method: method.toUpperCase(),
    parameters: { path_params: path, query_params: query, request_headers: headers, request_body: body },
  }
}

function readPlace(piece: unknown, place: Place): readonly Parameter[] | undefined {
  if (piece === undefined || piece === null) return []
  if (!isObject(piece)) return undefined
  const parameters = Object.entries(piece).map(([name, inner]) => readParameter(name, inner, place))
  const known = parameters.filter((parameter) => parameter !== undefined)
  return known.length === parameters.length ? known : undefined
}

function readParameter(name: string, piece: unknown, place: Place): Parameter | undefined {
  if (!isObject(piece) || !isObject(piece.input)) return undefined
  const { input, ...rest } = piece
  const { type, ...said } = input
  if (type !== 'description' && type !== 'value') return undefined
  const { [type]: text = '', ...more } = said
  const isPublic = type === 'value' && more.public === true
  if (typeof text !== 'string' || Object.keys(more).length > (isPublic ? 1 : 0)) return undefined
  return { key: `${place}.${name}`, name, kind: isPublic ? 'public' : type, text, rest }
}

/** The JSON of a tool; `before` keeps what the form does not show. */
export function writeApiSchema(before: unknown, { url, method, parameters }: HttpTool): object {
  const places = PLACES.filter((place) => parameters[place].length > 0 || (isObject(before) && place in before))
  const written = places.map((place) => [place, Object.fromEntries(parameters[place].filter(isNamed).map(writeOne))])
  return { ...(isObject(before) && before), url, method, ...Object.fromEntries(written) }
}

const isNamed = ({ name }: Parameter) => name.trim() !== ''

function writeOne({ name, kind, text, rest }: Parameter) {
  const input = kind === 'public' ? { type: 'value', value: text, public: true } : { type: kind, [kind]: text }
  return [name.trim(), { ...rest, input }] as const
}

/** Names in braces in a URL that no path parameter describes: the tool would not be offered. */
export function undescribedPathNames({ url, parameters }: HttpTool): readonly string[] {
  const described = new Set(parameters.path_params.map(({ name }) => name.trim()))
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !described.has(name))
}

/** What is wrong with the name of a parameter among the others of its place. */
export function nameProblem(name: string, others: readonly Parameter[]): string | undefined {
  if (name.trim() === '') return 'Needs a name.'
  return others.filter((other) => other.name.trim() === name.trim()).length > 1 ? 'Is there twice.' : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
