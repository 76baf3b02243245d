import { isObject, objectsOf, textsOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { type ConditionContext, holds } from './condition.ts'
import { matchesWildcard } from './wildcard.ts'

/** One statement of an IAM policy. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny'
  readonly actions: readonly string[]
  /** True when `actions` came from `NotAction`: the statement is about every other action. */
  readonly actionsExcluded: boolean
  readonly resources: readonly string[]
  /** True when `resources` came from `NotResource`. */
  readonly resourcesExcluded: boolean
  readonly condition: JsonObject | undefined
  /** `<stack>/<logical id>` of the role that carries it, if a role of the template does. */
  readonly role?: string
}

/** One thing that somebody wants to do to one resource. */
export interface AccessRequest {
  /** For example `dynamodb:PutItem`. */
  readonly action: string
  readonly resource: string
  readonly context?: ConditionContext
}

/** `explicit-deny` beats every allow; `implicit-deny` means that no statement speaks of it. */
export type Decision = 'allow' | 'explicit-deny' | 'implicit-deny'

const NO_CONTEXT: ConditionContext = new Map()

/**
 * Reads the statements of a policy document.
 * @throws Error when an element is missing or the effect is neither `Allow` nor `Deny`.
 */
export function parsePolicy(document: Json | undefined): readonly Statement[] {
  if (!isObject(document)) return []
  return objectsOf(document.Statement).map(parseStatement)
}

/** What a set of statements says about a request, by IAM's rules: deny beats allow, silence is a denial. */
export function decide(statements: readonly Statement[], request: AccessRequest): Decision {
  const applying = statements.filter((statement) => applies(statement, request))
  if (applying.some(({ effect }) => effect === 'Deny')) return 'explicit-deny'
  return applying.length > 0 ? 'allow' : 'implicit-deny'
}

function parseStatement(statement: JsonObject): Statement {
  const effect = statement.Effect
  const actions = textsOf(statement.Action ?? statement.NotAction)
  if ((effect !== 'Allow' && effect !== 'Deny') || actions.length === 0) {
    throw new Error(`Not a policy statement: ${JSON.stringify(statement)}`)
  }
  return {
    effect,
    actions,
    actionsExcluded: statement.Action === undefined,
    // A key or queue policy may leave the resource out of a template only as `*`; a trust policy has none at all.
    resources: textsOf(statement.Resource ?? statement.NotResource ?? '*'),
    resourcesExcluded: statement.Resource === undefined && statement.NotResource !== undefined,
    condition: isObject(statement.Condition) ? statement.Condition : undefined,
  }
}

/** Whether a statement is about a request, be it to allow or to deny it. */
export function applies(statement: Statement, { action, resource, context = NO_CONTEXT }: AccessRequest): boolean {
  const named = statement.actions.some((pattern) => matchesWildcard(pattern, action, 'si'))
  const located = statement.resources.some((pattern) => matchesWildcard(pattern, resource))
  return (
    named !== statement.actionsExcluded &&
    located !== statement.resourcesExcluded &&
    holds(statement.condition, context)
  )
}
