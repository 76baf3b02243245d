import { randomBytes } from 'node:crypto'
import type { Statement } from '../iam/policy.ts'
import type { Credentials } from '../resource.ts'

/** Who is behind an access key. */
export interface Principal {
  /** For example `arn:aws:sts::000000000000:assumed-role/<role>/<function>`. */
  readonly arn: string
  /** Name of the function, if it is one. */
  readonly functionName?: string
  /** What its role's policies say. */
  readonly statements: readonly Statement[]
}

/** Issues access keys and knows whose they are. */
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

/** Who calls without a signature. */
export const ANYBODY: Principal = { arn: 'anonymous', statements: [] }

/** The principal of the machine's owner, who may do everything. */
export function administrator(accountId: string): Principal {
  return { arn: `arn:aws:iam::${accountId}:user/administrator`, statements: [EVERYTHING] }
}

/** Keys are new at every start. */
export function createPrincipals(): Principals {
  const byAccessKey = new Map<string, Principal>()
  return {
    issue(principal) {
      // DynamoDB Local takes letters and digits only.
      const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`
      byAccessKey.set(accessKeyId, principal)
      return { accessKeyId, secretAccessKey: randomBytes(30).toString('base64url') }
    },
    find: (accessKeyId) => byAccessKey.get(accessKeyId),
    revoke: ({ accessKeyId }) => void byAccessKey.delete(accessKeyId),
  }
}
