import { loadAssembly } from '../assembly/assembly.ts'
import { createResolver } from '../assembly/resolve.ts'
import type { Environment } from '../resource.ts'
import { type Grant, grantsOf } from './grants.ts'

/** Returns every grant of a synthesized CDK app without hosting it. */
export async function grantsOfAssembly(directory: string, environment: Environment): Promise<readonly Grant[]> {
  const { stacks } = await loadAssembly(directory)
  const localize = (text: string) => text
  const resolver = createResolver(stacks, { environment, endpointUrl: '', functionUrl: () => '', localize })
  return grantsOf(resolver.identities.map((identity) => resolver.resource(identity)))
}
