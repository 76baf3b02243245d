import { withImported } from '../api-gateway/import-definition.ts'
import type { Assembly } from '../assembly/assembly.ts'
import { createResolver, type HostedStack, type Outputs } from '../assembly/resolve.ts'
import { objectAt, textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import type { Addresses } from './addresses.ts'

interface ResolvedAssembly {
  readonly resources: readonly Resource[]
  readonly outputs: Outputs
  readonly stacks: readonly HostedStack[]
  /** Returns the directory of a function's code. */
  readonly assetPath: (fn: Resource) => string
  /** Returns the directory of the asset that is uploaded as `<hash>.zip`. */
  readonly assetAt: (objectKey: string) => string | undefined
}

/** In dependency order: later types may refer to earlier ones. */
const LISTENING_TYPES = ['AWS::ApiGateway::RestApi', 'AWS::Lambda::Url', 'AWS::CloudFront::Distribution']

/** Resolves an assembly. It first assigns addresses, because other resources refer to them. */
export async function resolveAssembly(options: {
  readonly assembly: Assembly
  readonly environment: Environment
  readonly endpointUrl: string
  readonly addresses: Addresses
  readonly port: (resource: Resource) => number
}): Promise<ResolvedAssembly> {
  const { assembly, environment, endpointUrl, addresses, port } = options
  const { localize, url: functionUrl } = addresses
  const resolver = createResolver(assembly.stacks, { environment, endpointUrl, functionUrl, localize })
  const listening = LISTENING_TYPES.flatMap((type) => resolver.identities.filter((each) => each.type === type))
  for (const identity of listening) {
    const resource = resolver.resource(identity)
    await addresses.assign(resource, port(resource))
  }
  const assetAt = (objectKey: string) => assembly.assets.get(objectKey.replace(/\.[a-z]+$/, ''))
  return {
    assetAt,
    resources: withImported(resolver.identities.map((identity) => resolver.resource(identity))),
    outputs: resolver.outputs(),
    stacks: resolver.hostedStacks(),
    assetPath(fn) {
      const path = assetAt(textOf(objectAt(fn.properties, 'Code').S3Key) ?? '')
      if (path === undefined) throw new Error(`${fn.stack}/${fn.logicalId}: its code is not an asset of the assembly`)
      return path
    },
  }
}

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
