import { isObject, objectAt, objectsOf, textsOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { type ConditionContext, holds, matchesWildcard } from './condition.ts'

export interface Statement {
  readonly effect: 'Allow' | 'Deny'
  readonly actions: readonly string[]
  /** True if `actions` are from `NotAction`: the statement applies to all other actions. */
  readonly actionsExcluded: boolean
  readonly resources: readonly string[]
  /** True if `resources` are from `NotResource`. */
  readonly resourcesExcluded: boolean
  readonly condition: JsonObject | undefined
  /** `<stack>/<logical id>` of its role, if it belongs to a role of the template. */
  readonly role?: string
}

/** An action on a resource that a principal requests. */
export interface AccessRequest {
  /** For example `dynamodb:PutItem`. */
  readonly action: string
  readonly resource: string
  readonly context?: ConditionContext
}

/** `explicit-deny` overrides every allow; `implicit-deny` means that no statement applies. */
export type Decision = 'allow' | 'explicit-deny' | 'implicit-deny'

const NO_CONTEXT: ConditionContext = new Map()

/** Parses a policy document. @throws Error if an element is missing or the effect is neither `Allow` nor `Deny`. */
export function parsePolicy(document: Json | undefined): readonly Statement[] {
  if (!isObject(document)) return []
  return objectsOf(document.Statement).map(parseStatement)
}

/** Evaluates a request by IAM's rules: a deny overrides an allow, and no statement means a denial. */
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
    // A key or queue policy may omit the resource, which then means `*`; a trust policy has no resource.
    resources: textsOf(statement.Resource ?? statement.NotResource ?? '*'),
    resourcesExcluded: statement.Resource === undefined && statement.NotResource !== undefined,
    condition: isObject(statement.Condition) ? statement.Condition : undefined,
  }
}

/** Returns whether a statement applies to a request, as an allow or a deny. */
export function applies(statement: Statement, { action, resource, context = NO_CONTEXT }: AccessRequest): boolean {
  const named = statement.actions.some((pattern) => matchesWildcard(pattern, action, 'si'))
  const located = statement.resources.some((pattern) => matchesWildcard(pattern, resource))
  return (
    named !== statement.actionsExcluded &&
    located !== statement.resourcesExcluded &&
    holds(statement.condition, context)
  )
}

/** Returns whether a resource policy allows a service (for example `events.amazonaws.com`) a request. */
export function mayService(document: Json | undefined, service: string, request: AccessRequest): boolean {
  const statements = objectsOf(objectAt({ document: document ?? null }, 'document').Statement)
  const concerning = statements.filter(({ Principal }) => namesService(Principal, service))
  return decide(parsePolicy({ Statement: concerning }), request) === 'allow'
}

function namesService(principal: Json | undefined, service: string): boolean {
  return principal === '*' || textsOf(objectAt({ principal: principal ?? null }, 'principal').Service).includes(service)
}
