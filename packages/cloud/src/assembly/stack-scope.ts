import { isObject, objectAt } from '../json.ts'
import type { Json, Resource } from '../resource.ts'
import { evaluate, holdsIn, type Scope } from './intrinsics.ts'
import { memoized } from './memoized.ts'
import type { Hosting } from './resolve.ts'
import type { Subject } from './resource-kind.ts'
import { RESOURCE_KINDS } from './resource-kinds.ts'
import type { Stack } from './template.ts'

/** The names in a stack's template, and its resources. */
export interface StackScope extends Scope {
  readonly resource: (logicalId: string) => Resource
}

/** Returns the value that another stack exports under a name. */
export type Imported = (name: string) => Json | undefined

/** Resolves references of `stack`, each on demand. */
export function createStackScope(stack: Stack, hosting: Hosting, imported: Imported): StackScope {
  const pseudo = pseudoParameters(stack.name, hosting)
  const scope: StackScope = {
    stack: stack.name,
    localize: hosting.localize,
    condition: memoized((name) =>
      holdsIn(found(stack.conditions[name], `${stack.name} has no condition ${name}`), scope),
    ),
    mapping: (map, first, second) =>
      found(
        objectAt(stack.mappings[map], first)[second],
        `${stack.name}: the mapping ${map} has no ${first}.${second}`,
      ),
    importValue: (name) => found(imported(name), `${stack.name}: no stack exports ${name}`),
    ref: memoized((name) => {
      if (pseudo.has(name)) return pseudo.get(name)
      const parameter = stack.parameters[name]
      if (!isObject(parameter)) return kindOf(name).ref(subjectOf(name))
      return found(parameter.Default, `${stack.name}: the parameter ${name} has no default value`)
    }),
    attribute: (logicalId, attribute) => attributeOf(`${logicalId}.${attribute}`),
    resource: memoized((logicalId) => {
      const properties = evaluate(declarationOf(logicalId).properties, scope)
      return {
        stack: stack.name,
        logicalId,
        type: declarationOf(logicalId).type,
        physicalId: kindOf(logicalId).ref(subjectOf(logicalId)),
        arn: kindOf(logicalId).arn?.(subjectOf(logicalId)) ?? '',
        properties: isObject(properties) ? properties : {},
      }
    }),
  }

  const declarationOf = (logicalId: string) =>
    found(stack.resources.get(logicalId), `${stack.name} has no resource or parameter ${logicalId}`)

  const kindOf = (logicalId: string) => {
    const { type } = declarationOf(logicalId)
    return found(RESOURCE_KINDS.get(type), `${stack.name}/${logicalId}: resources of type ${type} are not supported`)
  }

  const subjectOf = (logicalId: string): Subject => ({
    identity: { stack: stack.name, logicalId },
    environment: hosting.environment,
    endpointUrl: hosting.endpointUrl,
    functionUrl: () => hosting.functionUrl({ stack: stack.name, logicalId }),
    property: (name) => {
      const value = declarationOf(logicalId).properties[name]
      return value === undefined ? undefined : evaluate(value, scope)
    },
  })

  const attributeOf = memoized((path) => {
    const [logicalId = ''] = path.split('.', 1)
    const attribute = path.slice(logicalId.length + 1)
    const kind = kindOf(logicalId)
    const getValue = kind.attributes?.[attribute] ?? (attribute === 'Arn' ? kind.arn : undefined)
    const { type } = declarationOf(logicalId)
    return found(
      getValue,
      `${stack.name}/${logicalId}: the attribute ${attribute} of ${type} is not supported`,
    )(subjectOf(logicalId))
  })
  return scope
}

function pseudoParameters(stack: string, { environment }: Hosting): ReadonlyMap<string, string | undefined> {
  const { region, accountId } = environment
  return new Map([
    ['AWS::Region', region],
    ['AWS::AccountId', accountId],
    ['AWS::Partition', 'aws'],
    ['AWS::URLSuffix', 'amazonaws.com'],
    ['AWS::StackName', stack],
    ['AWS::StackId', `arn:aws:cloudformation:${region}:${accountId}:stack/${stack}/embedded`],
    ['AWS::NoValue', undefined],
  ])
}

function found<Value>(value: Value | undefined, otherwise: string): Value {
  if (value === undefined) throw new Error(otherwise)
  return value
}
