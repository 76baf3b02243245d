import type { ConditionContext } from '../iam/condition.ts'
import { type NoteGrant, noteGrants } from '../iam/grants.ts'
import { decide, mayService, type Statement } from '../iam/policy.ts'
import type { Environment, Resource } from '../resource.ts'

/** The principal of the Scheduler in IAM. */
export const SCHEDULER_PRINCIPAL = 'scheduler.amazonaws.com'

/** The permissions of the template's roles for the Scheduler. */
export interface TargetRoles {
  /** Returns whether the Scheduler may assume the role for a schedule of this group. */
  mayAssume(roleArn: string, group: string): boolean
  /** Returns why the role may not perform an action; `undefined` if it may. */
  refusal(roleArn: string, action: string, resource: string): string | undefined
}

export function targetRoles(
  resources: readonly Resource[],
  statements: ReadonlyMap<string, readonly Statement[]>,
  { region, accountId }: Environment,
  onGrantUsed?: NoteGrant,
): TargetRoles {
  const roles = new Map(resources.filter(({ type }) => type === 'AWS::IAM::Role').map((role) => [role.arn, role]))
  return {
    mayAssume(roleArn, group) {
      const role = roles.get(roleArn)
      const context: ConditionContext = new Map([
        ['aws:sourceaccount', [accountId]],
        ['aws:sourcearn', [`arn:aws:scheduler:${region}:${accountId}:schedule-group/${group}`]],
      ])
      const request = { action: 'sts:AssumeRole', resource: '*', context }
      return mayService(role?.properties.AssumeRolePolicyDocument, SCHEDULER_PRINCIPAL, request)
    },
    refusal(roleArn, action, resource) {
      const granted = statements.get(roleArn) ?? []
      noteGrants(granted, [{ action, resource }], onGrantUsed)
      if (decide(granted, { action, resource }) === 'allow') return undefined
      return `The role ${roleArn} is not authorized to perform: ${action} on resource: ${resource}`
    },
  }
}
