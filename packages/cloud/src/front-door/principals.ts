import { randomBytes } from 'node:crypto'
import type { Statement } from '../iam/policy.ts'
import type { Credentials } from '../resource.ts'

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
  find(accessKeyId: string): Principal | undefined
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
  const byAccessKey = new Map<string, Principal>()
  return {
    issue(principal) {
      // DynamoDB Local accepts only letters and digits.
      const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`
      byAccessKey.set(accessKeyId, principal)
      return { accessKeyId, secretAccessKey: randomBytes(30).toString('base64url') }
    },
    find: (accessKeyId) => byAccessKey.get(accessKeyId),
    revoke: ({ accessKeyId }) => void byAccessKey.delete(accessKeyId),
  }
}
