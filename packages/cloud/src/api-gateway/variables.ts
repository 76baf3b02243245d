/** The values that templates and header mappings of gateway responses can refer to. */
export interface RequestVariables {
  /** `$context` as nested objects. */
  readonly context: object
  readonly stageVariables: Readonly<Record<string, string>> | null
  header(name: string): string | undefined
  query(name: string): string | undefined
  pathParameter(name: string): string | undefined
}

const REFERENCE = /\$((?:context(?:\.[A-Za-z]\w*)+)|(?:stageVariables\.\w+)|(?:method\.request\.\w+\.[\w-]+))/g

/** Replaces each `$context.…`, `$stageVariables.…` and `$method.request.…`. An unknown reference becomes empty. */
export function renderTemplate(template: string, variables: RequestVariables): string {
  return template.replaceAll(REFERENCE, (_, reference: string) => lookUp(reference, variables))
}

/** Returns a mapped header's value, from `'fixed text'` in single quotes or a reference such as `context.requestId`. */
export function resolveReference(mapping: string, variables: RequestVariables): string {
  const fixed = /^'(.*)'$/s.exec(mapping)
  return fixed ? (fixed[1] ?? '') : lookUp(mapping, variables)
}

function lookUp(reference: string, variables: RequestVariables): string {
  const [root, ...path] = reference.split('.')
  if (root === 'stageVariables') return variables.stageVariables?.[path.join('.')] ?? ''
  if (root === 'method') return ofRequest(path[1] ?? '', path.slice(2).join('.'), variables) ?? ''
  const value = path.reduce<unknown>(
    (holder, name) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined),
    variables.context,
  )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function ofRequest(location: string, name: string, variables: RequestVariables): string | undefined {
  if (location === 'header') return variables.header(name)
  return location === 'querystring' ? variables.query(name) : variables.pathParameter(name)
}
