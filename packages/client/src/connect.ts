import type { CallOptions, Client } from './client-types.ts'
import { ApiError } from './errors.ts'
import type { Operation } from './operation.ts'
import { type Connection, send } from './send.ts'
import { fillPath, parameterNames, queryText, type Values } from './target.ts'

interface Call {
  readonly path: string
  readonly query: Values
  readonly body: unknown
  readonly options: CallOptions
}

/** Builds the methods of a table of operations. The table must match the operations `T`. */
export function connect<T>(operations: Readonly<Record<string, Operation>>, connection: Connection): Client<T>
export function connect(operations: Readonly<Record<string, Operation>>, connection: Connection): object {
  const root = {}
  for (const [key, operation] of Object.entries(operations)) {
    const names = key.split('/').map(camelCase)
    const last = names.pop() ?? key
    const group = names.reduce<object>(descend, root)
    Object.assign(group, { [last]: method(operation, connection) })
  }
  return root
}

function descend(group: object, name: string): object {
  const existing: unknown = Reflect.get(group, name)
  if (typeof existing === 'object' && existing !== null) return existing
  const created = {}
  Object.assign(group, { [name]: created })
  return created
}

function camelCase(text: string): string {
  return text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the body as JSON, or as a form if it has a file. */
function bodyOf(body: unknown): string | FormData | undefined {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields)
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

function method(operation: Operation, connection: Connection): object {
  const request = async ({ path, query, body, options }: Call) =>
    send(connection, { method: operation.method, target: path + queryText(query), body: bodyOf(body) }, options)
  const call = async (...args: readonly unknown[]) => request(readArguments(operation, args))
  if (!operation.paged) return call
  return Object.assign(call, {
    all: (...args: readonly unknown[]) => {
      const first = readArguments(operation, args)
      return items(first.query, (query) => request({ ...first, query }))
    },
  })
}

/** Parses the arguments of a `Method`: path parameters, input and options. */
function readArguments(operation: Operation, args: readonly unknown[]): Call {
  const names = parameterNames(operation.path)
  const rest = [...args]
  const [name] = names
  const params = name === undefined ? {} : names.length === 1 ? { [name]: rest.shift() } : asValues(rest.shift())
  const takesInput = operation.input === 'query' || operation.input === 'body'
  const input = takesInput ? rest.shift() : {}
  const { query, ...options } = asValues(rest.shift())
  return {
    path: fillPath(operation.path, params),
    query: operation.input === 'query' ? asValues(input) : asValues(query),
    body: operation.input === 'body' || operation.input === 'empty-body' ? input : undefined,
    options,
  }
}

function asValues(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Yields the items of a list. Requests each page only when the items of the previous page are consumed. */
async function* items(
  first: Values,
  fetchPage: (query: Values) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  for (let query: Values | undefined = first; query; ) {
    const page = readPage(await fetchPage(query))
    yield* page.results
    query = page.next === null ? undefined : queryOf(page.next)
  }
}

function readPage(page: unknown): { next: string | null; results: readonly unknown[] } {
  const { next, results } = typeof page === 'object' && page !== null ? { next: null, results: null, ...page } : {}
  if ((typeof next === 'string' || next === null) && Array.isArray(results)) return { next, results }
  const fields = { status: 200, code: 'unexpected_response', details: [], requestId: undefined }
  throw new ApiError('The response is not a page of a list', fields)
}

/** Returns the query of `next`. Ignores its origin and path, so that the next request has the first one's target. */
function queryOf(next: string): Values {
  return Object.fromEntries(new URL(next, 'http://next').searchParams)
}
