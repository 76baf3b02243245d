import { loadAssembly } from '../assembly/assembly.ts'
import { createResolver } from '../assembly/resolve.ts'
import { objectAt, textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import { matchesWildcard } from './condition.ts'
import { type AccessRequest, applies, type Statement } from './policy.ts'
import { statementsByRole } from './roles.ts'

/** An action on a resource that the policies of a role allow, as written in the policies. */
export interface Grant {
  /** `<stack>/<logical id>` of the role. */
  readonly role: string
  readonly action: string
  readonly resource: string
  /** The statement's `Condition` as JSON; `''` if it has none. */
  readonly condition: string
}

/** Receives each grant when it allows a call. */
export type NoteGrant = (grant: Grant) => void

/** Returns every grant of the template: each action of each allowing statement, on each of its resources. */
export function grantsOf(resources: readonly Resource[]): readonly Grant[] {
  return [...statementsByRole(resources).values()].flat().flatMap((statement) => {
    if (statement.effect !== 'Allow' || statement.role === undefined) return []
    return statement.actions.flatMap((action) =>
      statement.resources.flatMap((resource) => grantOf(statement, action, resource) ?? []),
    )
  })
}

/** Records the first grant that allows each request, so that redundant ones remain unused. */
export function noteGrants(
  statements: readonly Statement[],
  requests: readonly AccessRequest[],
  note: NoteGrant | undefined,
): void {
  for (const request of note ? requests : []) {
    const statement = statements.find((each) => each.effect === 'Allow' && applies(each, request))
    const action = statement?.actions.find((pattern) => matchesWildcard(pattern, request.action, 'si'))
    const resource = statement?.resources.find((pattern) => matchesWildcard(pattern, request.resource))
    const grant = statement && grantOf(statement, action ?? 'NotAction', resource ?? 'NotResource')
    if (grant) note?.(grant)
  }
}

/** Returns Lambda's requests with a function's role when an environment starts: it writes the function's log. */
export function logRequests(fn: Resource, resources: readonly Resource[]): readonly AccessRequest[] {
  const name = textOf(objectAt(fn.properties, 'LoggingConfig').LogGroup)
  const group = resources.find(({ type, physicalId }) => type === 'AWS::Logs::LogGroup' && physicalId === name)
  if (!group) return []
  const resource = group.arn.replace(/\*$/, 'log-stream:2026/01/01/[$LATEST]0')
  return ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource }))
}

function grantOf(statement: Statement, action: string, resource: string): Grant | undefined {
  const { role, condition } = statement
  return role === undefined
    ? undefined
    : { role, action, resource, condition: condition === undefined ? '' : JSON.stringify(condition) }
}

/** Returns every grant of a synthesized CDK app without hosting it. */
export async function grantsOfAssembly(directory: string, environment: Environment): Promise<readonly Grant[]> {
  const { stacks } = await loadAssembly(directory)
  const localize = (text: string) => text
  const resolver = createResolver(stacks, { environment, endpointUrl: '', functionUrl: () => '', localize })
  return grantsOf(resolver.identities.map((identity) => resolver.resource(identity)))
}
