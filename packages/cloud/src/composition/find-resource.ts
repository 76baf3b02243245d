import type { Resource } from '../resource.ts'

/**
 * Returns the resource whose logical id is `prefix`, or the only one that starts with it. `<stack>/<prefix>` searches
 * one stack.
 * @throws Error that names the candidates unless exactly one matches.
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
  throw new Error(`${candidates.length} resources match ${prefix}${type ? ` (${type})` : ''}: ${named.join(', ')}`)
}
