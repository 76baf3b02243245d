import { objectAt, objectsOf, textsOf } from '../json.ts'
import type { Json, Resource } from '../resource.ts'
import type { ConditionContext } from './condition.ts'
import { decide, parsePolicy } from './policy.ts'

/** Whether a role's trust policy lets a service (for example `scheduler.amazonaws.com`) assume the role. */
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
