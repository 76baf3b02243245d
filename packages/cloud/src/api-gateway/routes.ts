export interface Routed {
  readonly resourcePath: string
  readonly httpMethod: string
}

/** The method for a request and its path parameters, not decoded, as API Gateway passes them. */
export interface Match<Method> {
  readonly method: Method
  readonly pathParameters: Readonly<Record<string, string>> | null
}

interface Node<Method> {
  readonly literal: Map<string, Node<Method>>
  readonly methods: Map<string, Method>
  parameter?: { readonly name: string; readonly node: Node<Method> }
  greedy?: { readonly name: string; readonly node: Node<Method> }
}

/**
 * Builds a router on resource and method. The most specific resource with the method, or with `ANY`, has priority;
 * resources without it are skipped. A trailing slash and leading double slashes are ignored.
 */
export function routesOf<Method extends Routed>(
  methods: readonly Method[],
): (httpMethod: string, path: string) => Match<Method> | undefined {
  const root: Node<Method> = emptyNode()
  for (const method of methods) {
    let node = root
    for (const part of method.resourcePath.split('/').filter(Boolean)) node = child(node, part)
    node.methods.set(method.httpMethod, method)
  }
  return (httpMethod, path) => {
    const trimmed = path.replace(/^\/+/, '').replace(/\/$/, '')
    const found = search(root, trimmed === '' ? [] : trimmed.split('/'), httpMethod)
    if (!found) return undefined
    const { method, caught } = found
    return { method, pathParameters: caught.length > 0 ? Object.fromEntries(caught) : null }
  }
}

function emptyNode<Method>(): Node<Method> {
  return { literal: new Map(), methods: new Map() }
}

function child<Method>(node: Node<Method>, part: string): Node<Method> {
  const name = /^\{(.+?)(\+?)\}$/.exec(part)
  if (!name) {
    const next = node.literal.get(part) ?? emptyNode()
    node.literal.set(part, next)
    return next
  }
  const kind = name[2] === '+' ? 'greedy' : 'parameter'
  const next = node[kind] ?? { name: name[1] ?? '', node: emptyNode() }
  node[kind] = next
  return next.node
}

interface Found<Method> {
  readonly method: Method
  readonly caught: readonly (readonly [string, string])[]
}

function search<Method>(node: Node<Method>, parts: readonly string[], httpMethod: string): Found<Method> | undefined {
  const [part, ...rest] = parts
  if (part === undefined) {
    const method = node.methods.get(httpMethod) ?? node.methods.get('ANY')
    return method && { method, caught: [] }
  }
  const literal = node.literal.get(part)
  const found = literal && search(literal, rest, httpMethod)
  if (found) return found
  if (node.parameter && part !== '') {
    const below = search(node.parameter.node, rest, httpMethod)
    if (below) return { method: below.method, caught: [[node.parameter.name, part], ...below.caught] }
  }
  if (!node.greedy) return undefined
  const below = search(node.greedy.node, [], httpMethod)
  return below && { method: below.method, caught: [[node.greedy.name, parts.join('/')]] }
}
