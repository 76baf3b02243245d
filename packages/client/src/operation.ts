import type { Endpoint } from '@replywright/contract/endpoint.ts'

/** The properties of an endpoint that are needed to call it. */
export interface Operation {
  readonly method: Endpoint['method']
  /** `{name}` marks a path parameter, `{name+}` one that may span several segments. */
  readonly path: string
  /** How the caller's input is sent. `empty-body` has no input and sends `{}`. */
  readonly input: 'none' | 'query' | 'body' | 'empty-body'
  /** Whether the response is one page of a list. */
  readonly paged?: true
}

/**
 * Returns whether the client has this endpoint. Excludes pages, redirects, and endpoints that require other headers
 * than the API key.
 */
export function isForClients({ headers, audience, status }: Endpoint): boolean {
  return headers === undefined && audience !== 'browsers' && status !== 302
}

/** Reduces each endpoint to its operation, so that the package does not contain schemas. */
export function describeOperations(endpoints: Readonly<Record<string, Endpoint>>): Record<string, Operation> {
  const called = Object.entries(endpoints).filter(([, endpoint]) => isForClients(endpoint))
  return Object.fromEntries(called.map(([key, endpoint]) => [key, describeOperation(endpoint)]))
}

function describeOperation({ method, path, query, body, response }: Endpoint): Operation {
  const fields = Object.keys(entriesOf(response) ?? {})
  const paged = fields.includes('next') && fields.includes('results')
  return { method, path, input: inputOf(query, body), ...(paged && { paged }) }
}

function inputOf(query: Endpoint['query'], body: Endpoint['body']): Operation['input'] {
  if (body.type !== 'undefined') return isEmpty(body) ? 'empty-body' : 'body'
  return isEmpty(query) ? 'none' : 'query'
}

function isEmpty(schema: Endpoint['body']): boolean {
  const entries = entriesOf(schema)
  return entries !== undefined && Object.keys(entries).length === 0
}

/** Returns the fields of an object schema without additional fields. */
function entriesOf(schema: Endpoint['body']): Record<string, unknown> | undefined {
  if (schema.type !== 'object' && schema.type !== 'strict_object') return undefined
  return 'entries' in schema && typeof schema.entries === 'object' ? { ...schema.entries } : undefined
}
