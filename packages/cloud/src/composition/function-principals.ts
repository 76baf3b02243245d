import type { Principal } from '../front-door/principals.ts'
import { statementsByRole } from '../iam/roles.ts'
import { textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'

/** Returns each function's role session, by the function's ARN. @throws Error if the role is not in the template. */
export function functionPrincipals(
  resources: readonly Resource[],
  { accountId }: Environment,
): ReadonlyMap<string, Principal> {
  const statements = statementsByRole(resources)
  const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function')
  return new Map(
    functions.map((fn) => {
      const roleArn = textOf(fn.properties.Role) ?? ''
      const granted = statements.get(roleArn)
      if (!granted) throw new Error(`${fn.stack}/${fn.logicalId}: its role ${roleArn} is not in the template`)
      const session = `${roleArn.split('/').at(-1)}/${fn.physicalId}`
      const arn = `arn:aws:sts::${accountId}:assumed-role/${session}`
      return [fn.arn, { arn, functionName: fn.physicalId, statements: granted }] as const
    }),
  )
}
