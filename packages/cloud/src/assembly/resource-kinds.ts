import { API_GATEWAY_KINDS } from './api-gateway-kinds.ts'
import { CLOUDFRONT_KINDS } from './cloudfront-kinds.ts'
import { COMPUTE_KINDS } from './compute-kinds.ts'
import { DATA_KINDS } from './data-kinds.ts'
import { MANAGEMENT_KINDS } from './management-kinds.ts'
import type { ResourceKind } from './resource-kind.ts'

/** Every CloudFormation type that the embedded cloud supports. */
export const RESOURCE_KINDS: ReadonlyMap<string, ResourceKind> = new Map([
  ...Object.entries(DATA_KINDS),
  ...Object.entries(COMPUTE_KINDS),
  ...Object.entries(API_GATEWAY_KINDS),
  ...Object.entries(MANAGEMENT_KINDS),
  ...Object.entries(CLOUDFRONT_KINDS),
])
