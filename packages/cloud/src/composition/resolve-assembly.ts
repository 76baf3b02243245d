import type { Assembly } from '../assembly/assembly.ts'
import { createResolver, type Outputs } from '../assembly/resolve.ts'
import { objectAt, textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import type { Addresses } from './addresses.ts'

/** An assembly with every reference resolved. */
export interface ResolvedAssembly {
  readonly resources: readonly Resource[]
  readonly outputs: Outputs
  /** Directory of a function's code. */
  readonly assetPath: (fn: Resource) => string
  /** Directory of the asset that is uploaded as `<hash>.zip`. */
  readonly assetAt: (objectKey: string) => string | undefined
}

/** What is later here may refer to what is earlier. */
const LISTENING_TYPES = ['AWS::ApiGateway::RestApi', 'AWS::Lambda::Url', 'AWS::CloudFront::Distribution']

/** Resolves an assembly. What listens gets its address first, for other resources refer to it. */
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
    resources: resolver.identities.map((identity) => resolver.resource(identity)),
    outputs: resolver.outputs(),
    assetPath(fn) {
      const path = assetAt(textOf(objectAt(fn.properties, 'Code').S3Key) ?? '')
      if (path === undefined) throw new Error(`${fn.stack}/${fn.logicalId}: its code is no asset of the assembly`)
      return path
    },
  }
}
