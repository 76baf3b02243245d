/** Names and values of a query, decoded once. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

export type ProxyTarget =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'target'
      /** The provider's id that the path begins with. */
      readonly id: string
      /** Whether the path goes on behind the id. */
      readonly hasEdge: boolean
      /** Path and query to send, with a leading slash. */
      readonly path: string
    }

const LONGEST_PATH = 1000
const SEGMENT = /^[A-Za-z0-9_-]+$/
const ID = /^[1-9]\d{0,31}$/
const PARAMETER = /^\w+(\[\w*\])*$/

/** Calls that would hand out or inspect credentials, or take this service's webhooks away. */
const REFUSED_SEGMENTS = ['oauth', 'debug_token', 'subscribed_apps', 'webhook_configuration', 'deregister']

/** Parameters that name other credentials, other objects or another method, or that set webhooks. */
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
 * What a proxied call asks of the provider. `path` is as it was requested: it is decoded once, and what is sent is built from
 * what was checked. Only letters, digits, `_` and `-` between single slashes may be in it, so that nothing in it can mean
 * another path, host or encoding to anybody.
 */
export function proxyTarget(path: string, query: QueryPairs): ProxyTarget {
  const decoded = decodeOnce(path)
  if (decoded === undefined || decoded.length > LONGEST_PATH) return refused('path: cannot be read')
  const segments = decoded.replace(/\/$/, '').split('/')
  const [id = ''] = segments
  if (!segments.every((segment) => SEGMENT.test(segment)))
    return refused('path: may have only letters, digits, _ and - between single slashes')
  const forbidden = segments.find((segment) => REFUSED_SEGMENTS.includes(segment.toLowerCase()))
  if (forbidden !== undefined) return refused(`path: ${forbidden} cannot be called through the proxy`)
  if (!ID.test(id)) return refused('path: must begin with an id of the account')
  const odd = query.find(([name]) => !PARAMETER.test(name))
  if (odd) return refused('query: a name may have only letters, digits, _ and brackets')
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

/** The first of these names of parameters, in a query or a JSON body, that must not be sent; undefined when all may be. */
export function refusedParameter(names: readonly string[]): string | undefined {
  return names.find((name) => REFUSED_PARAMETERS.includes(plainName(name)))
}

/** A name as a lenient reader takes it: any case, dots and spaces for underscores, brackets as an array. */
function plainName(name: string): string {
  return name
    .replace(/\[.*$/s, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
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
