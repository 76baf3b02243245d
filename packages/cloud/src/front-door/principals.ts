import { randomBytes } from 'node:crypto'
import type { Statement } from '../iam/policy.ts'
import { statementsByRole } from '../iam/roles.ts'
import { textOf } from '../json.ts'
import type { Credentials, Environment, Resource } from '../resource.ts'

export interface Principal {
  /** For example `arn:aws:sts::000000000000:assumed-role/<role>/<function>`. */
  readonly arn: string
  /** Name of the function, if the principal is one. */
  readonly functionName?: string
  /** The statements of its role's policies. */
  readonly statements: readonly Statement[]
}

/** Issues access keys and finds their principals. */
export interface Principals {
  issue(principal: Principal): Credentials
  /** Returns undefined for an unknown access key, and for that of a role without its session token. */
  find(accessKeyId: string, sessionToken: string | undefined): Principal | undefined
  secretOf(accessKeyId: string): string | undefined
  revoke(credentials: Credentials): void
}

const EVERYTHING: Statement = {
  effect: 'Allow',
  actions: ['*'],
  actionsExcluded: false,
  resources: ['*'],
  resourcesExcluded: false,
  condition: undefined,
}

/** The principal of calls without a signature. */
export const ANONYMOUS: Principal = { arn: 'anonymous', statements: [] }

/** Returns the principal with all permissions. */
export function administrator(accountId: string): Principal {
  return { arn: `arn:aws:iam::${accountId}:user/administrator`, statements: [EVERYTHING] }
}

/** Creates the principals. Access keys are new at every start. */
export function createPrincipals(): Principals {
  const byAccessKey = new Map<string, { readonly principal: Principal; readonly credentials: Credentials }>()
  return {
    issue(principal) {
      // DynamoDB Local accepts only letters and digits.
      const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`
      const secretAccessKey = randomBytes(30).toString('base64url')
      const session = principal.arn.includes(':assumed-role/') && { sessionToken: randomBytes(60).toString('base64') }
      const credentials = { accessKeyId, secretAccessKey, ...session }
      byAccessKey.set(accessKeyId, { principal, credentials })
      return credentials
    },
    find(accessKeyId, sessionToken) {
      const { principal, credentials } = byAccessKey.get(accessKeyId) ?? {}
      return credentials?.sessionToken === undefined || credentials.sessionToken === sessionToken
        ? principal
        : undefined
    },
    secretOf: (accessKeyId) => byAccessKey.get(accessKeyId)?.credentials.secretAccessKey,
    revoke: ({ accessKeyId }) => void byAccessKey.delete(accessKeyId),
  }
}

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
