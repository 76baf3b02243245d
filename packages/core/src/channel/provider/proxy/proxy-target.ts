import { trimEnd } from '@replywright/contract/trim-end.ts'
/** Names and values of a query, decoded once. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

type ProxyTarget =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'target'
      /** The provider's id at the start of the path. */
      readonly id: string
      /** Whether the path continues after the id. */
      readonly hasEdge: boolean
      /** Path and query to send, with a leading slash. */
      readonly path: string
    }

const MAX_PATH_LENGTH = 1000
const SEGMENT = /^[A-Za-z0-9_-]+$/
const ID = /^[1-9]\d{0,31}$/
const PARAMETER = /^\w+(\[\w*\])*$/

/** Calls that would return or inspect credentials, or disable this service's webhooks. */
const REFUSED_SEGMENTS = ['oauth', 'debug_token', 'subscribed_apps', 'webhook_configuration', 'deregister']

/** Parameters that select other credentials, objects or methods, or that set webhooks. */
const REFUSED_PARAMETERS = [
  'access_token',
  'appsecret_proof',
  'batch',
  'ids',
  'method',
  'override_callback_uri',
  'webhook_configuration',
]

/**
 * Validates a proxied call and returns what to send. `path` is the path as requested. It is decoded once, and the path
 * to send is built from the checked segments. It may only have letters, digits, `_` and `-` between single slashes, so
 * that no server can read it as another path, host or encoding.
 */
export function proxyTarget(path: string, query: QueryPairs): ProxyTarget {
  const decoded = decodeOnce(path)
  if (decoded === undefined || decoded.length > MAX_PATH_LENGTH)
    return refused('path: must be valid percent-encoding of at most 1000 characters')
  const segments = decoded.replace(/\/$/, '').split('/')
  const [id = ''] = segments
  if (!segments.every((segment) => SEGMENT.test(segment)))
    return refused('path: may have only letters, digits, _ and - between single slashes')
  const forbidden = segments.find((segment) => REFUSED_SEGMENTS.includes(segment.toLowerCase()))
  if (forbidden !== undefined) return refused(`path: ${forbidden} cannot be called through the proxy`)
  if (!ID.test(id)) return refused('path: must begin with an id of the account')
  const invalid = query.find(([name]) => !PARAMETER.test(name))
  if (invalid) return refused('query: a name may have only letters, digits, _ and brackets')
  const parameter = refusedParameter(query.map(([name]) => name))
  if (parameter !== undefined) return refused(`query: ${parameter} cannot be sent through the proxy`)
  const search = new URLSearchParams()
  for (const [name, value] of query) search.append(name, value)
  return {
    kind: 'target',
    id,
    hasEdge: segments.length > 1,
    path: `/${segments.join('/')}${query.length > 0 ? `?${search}` : ''}`,
  }
}

/** Returns the first of these parameter names, of a query or a JSON body, that must not be sent. */
export function refusedParameter(names: readonly string[]): string | undefined {
  return names.find((name) => REFUSED_PARAMETERS.includes(plainName(name)))
}

/** Returns a name as a lenient parser reads it: any case, dots and spaces as underscores, brackets as an array. */
function plainName(name: string): string {
  const [plain = ''] = name.split('[', 1)
  return trimEnd(plain.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+/, ''), '_').toLowerCase()
}

function refused(reason: string): ProxyTarget {
  return { kind: 'refused', reason }
}

function decodeOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
