import { objectAt, objectsOf, textsOf } from '../json.ts'
import type { Json, Resource } from '../resource.ts'
import type { ConditionContext } from './condition.ts'
import { decide, parsePolicy } from './policy.ts'

/** Returns whether a role's trust policy allows a service (for example `scheduler.amazonaws.com`) to assume it. */
export function trusts(role: Resource, service: string, context: ConditionContext): boolean {
  const concerning = objectsOf(objectAt(role.properties, 'AssumeRolePolicyDocument').Statement).filter(
    ({ Principal }) => namesService(Principal, service),
  )
  const request = { action: 'sts:AssumeRole', resource: '*', context }
  return decide(parsePolicy({ Statement: concerning }), request) === 'allow'
}

function namesService(principal: Json | undefined, service: string): boolean {
  return principal === '*' || textsOf(objectAt({ principal: principal ?? null }, 'principal').Service).includes(service)
}
