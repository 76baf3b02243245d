import { isObject, objectAt, textOf } from '../json.ts'
import type { Environment, Json, Resource } from '../resource.ts'
import { evaluate, holdsIn, type Scope } from './intrinsics.ts'
import type { Identity, Subject } from './resource-kind.ts'
import { RESOURCE_KINDS } from './resource-kinds.ts'
import type { Output, Stack } from './template.ts'

/** The names in a stack's template, and its resources. */
interface StackScope extends Scope {
  readonly resource: (logicalId: string) => Resource
}

/** Returns the value that another stack exports under a name. */
type Imported = (name: string) => Json | undefined

/** The local addresses of an assembly's resources. */
interface Hosting {
  readonly environment: Environment
  /** URL of the front door, without a trailing slash. */
  readonly endpointUrl: string
  /** Returns the URL of an `AWS::Lambda::Url`, with a trailing slash. */
  readonly functionUrl: (identity: Identity) => string
  /** Replaces addresses under amazonaws.com with their local addresses. */
  readonly localize: (text: string) => string
}

/** Output values by stack and output key. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A stack as CloudFormation describes it. */
export interface HostedStack {
  readonly name: string
  readonly terminationProtection: boolean
  readonly outputs: readonly {
    readonly key: string
    readonly value: string
    /** Name for imports by other stacks. */
    readonly exportName: string | undefined
  }[]
}

/** Resolves the resources and outputs of an assembly on demand. */
interface Resolver {
  /** Every resource whose condition is true, without its properties. */
  readonly identities: readonly (Identity & { readonly type: string })[]
  /** Resolves one resource. @throws Error that names stack, logical id and type, for an unsupported resource. */
  resource(identity: Identity): Resource
  outputs(): Outputs
  /** Returns the stacks in dependency order. */
  hostedStacks(): readonly HostedStack[]
}

/** Resolves references within and between the stacks of an assembly, in any order. */
export function createResolver(stacks: readonly Stack[], hosting: Hosting): Resolver {
  const scoped = stacks.map((stack) => ({ stack, scope: createStackScope(stack, hosting, (name) => imported(name)) }))
  const scopes = new Map(scoped.map(({ stack, scope }) => [stack.name, scope]))

  const imported = (name: string): Json | undefined => {
    for (const { stack, scope } of scoped) {
      for (const [, { value, exportName }] of present(stack, scope)) {
        if (exportName !== undefined && evaluate(exportName, scope) === name) return evaluate(value, scope)
      }
    }
    return undefined
  }

  return {
    identities: scoped.flatMap(({ stack, scope }) =>
      [...stack.resources]
        .filter(([, { condition }]) => condition === undefined || scope.condition(condition))
        .map(([logicalId, { type }]) => ({ stack: stack.name, logicalId, type })),
    ),
    resource({ stack, logicalId }) {
      const scope = scopes.get(stack)
      if (!scope) throw new Error(`The assembly has no stack ${stack}`)
      return scope.resource(logicalId)
    },
    outputs: () => Object.fromEntries(scoped.map(({ stack, scope }) => [stack.name, outputsOf(stack, scope)])),
    hostedStacks: () =>
      scoped.map(({ stack, scope }) => ({
        name: stack.name,
        terminationProtection: stack.terminationProtection,
        outputs: present(stack, scope).map(([key, { value, exportName }]) => ({
          key,
          value: textOf(evaluate(value, scope)) ?? '',
          exportName: exportName === undefined ? undefined : textOf(evaluate(exportName, scope)),
        })),
      })),
  }
}

function present(stack: Stack, scope: StackScope): readonly (readonly [string, Output])[] {
  return [...stack.outputs].filter(([, { condition }]) => condition === undefined || scope.condition(condition))
}

function outputsOf(stack: Stack, scope: StackScope): Readonly<Record<string, string>> {
  return Object.fromEntries(
    present(stack, scope).map(([key, { value }]) => [key, textOf(evaluate(value, scope)) ?? '']),
  )
}

/** Resolves references of `stack`, each on demand. */
function createStackScope(stack: Stack, hosting: Hosting, imported: Imported): StackScope {
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

/** Returns a function that computes each key's value once. @throws Error if the value of a key depends on itself. */
function memoized<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { readonly value: Value }>()
  const inProgress = new Set<string>()
  return (key) => {
    const earlier = known.get(key)
    if (earlier) return earlier.value
    if (inProgress.has(key)) throw new Error(`Circular reference through ${key}`)
    inProgress.add(key)
    try {
      const value = work(key)
      known.set(key, { value })
      return value
    } finally {
      inProgress.delete(key)
    }
  }
}
