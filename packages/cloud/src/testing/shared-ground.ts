import { inject } from 'vitest'
import type { Json } from '../resource.ts'
import { type Ground, type GroundOptions, startGround as start } from './ground.ts'

/** Hosts the resources of a stack named `Test`, on the engine that the tests of this process share. */
export async function startGround(
  template: { readonly [logicalId: string]: Json },
  options: Omit<GroundOptions, 'dynamodb'> = {},
): Promise<Ground> {
  return await start(template, { ...options, dynamodb: inject('dynamodb') })
}
