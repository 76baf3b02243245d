import type { Resource } from '../resource.ts'

/**
 * The one resource whose logical id begins with `prefix`, or is exactly it. `<stack>/<prefix>` looks in one stack.
 * @throws Error naming the candidates when there is none, or more than one.
 */
export function findResource(resources: readonly Resource[], prefix: string, type?: string): Resource {
  const [logicalId = '', stack] = prefix.split('/').toReversed()
  const candidates = resources.filter(
    (resource) =>
      resource.logicalId.startsWith(logicalId) &&
      (stack === undefined || resource.stack === stack) &&
      (type === undefined || resource.type === type),
  )
  const exact = candidates.filter((candidate) => candidate.logicalId === logicalId)
  const [found, ...others] = exact.length > 0 ? exact : candidates
  if (found && others.length === 0) return found
  const named = candidates.map((candidate) => `${candidate.stack}/${candidate.logicalId} (${candidate.type})`)
  throw new Error(`${candidates.length} resources are called ${prefix}${type ? ` (${type})` : ''}: ${named.join(', ')}`)
}
