import { type AccessRequest, decide } from '../iam/policy.ts'
import type { Principal } from './principals.ts'

/** Returns why a principal may not make a call, in AWS's words; `undefined` if it may. */
export function refusal(principal: Principal, needs: readonly AccessRequest[]): string | undefined {
  for (const need of needs) {
    const decision = decide(principal.statements, need)
    if (decision === 'allow') continue
    const reason =
      decision === 'explicit-deny'
        ? 'with an explicit deny in an identity-based policy'
        : `because no identity-based policy allows the ${need.action} action`
    return `User: ${principal.arn} is not authorized to perform: ${need.action} on resource: ${need.resource} ${reason}`
  }
  return undefined
}
