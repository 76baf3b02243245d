import type { Endpoint } from '@messaging/contract/endpoint.ts'

/** What has to be known of an endpoint to call it. */
export interface Operation {
  readonly method: Endpoint['method']
  /** `{name}` marks a path parameter, `{name+}` one that may span several segments. */
  readonly path: string
  /** What the caller's input becomes; `empty-body` takes no input and sends `{}`. */
  readonly input: 'none' | 'query' | 'body' | 'empty-body'
  /** Whether the answer is one page of a list. */
  readonly paged?: true
}

/** Whether an API key is all that a call needs: what asks for headers of its own is no part of the client. */
export function isForClients({ headers }: Pick<Endpoint, 'headers'>): boolean {
  return headers === undefined
}

/** Reduces each endpoint to its operation, so that no schema has to be shipped. */
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

/** The fields of an object schema that admits no others. */
function entriesOf(schema: Endpoint['body']): Record<string, unknown> | undefined {
  if (schema.type !== 'object' && schema.type !== 'strict_object') return undefined
  return 'entries' in schema && typeof schema.entries === 'object' ? { ...schema.entries } : undefined
}
