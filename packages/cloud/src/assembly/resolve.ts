import { textOf } from '../json.ts'
import type { Environment, Json, Resource } from '../resource.ts'
import { evaluate } from './intrinsics.ts'
import type { Identity } from './names.ts'
import { createStackScope, type StackScope } from './stack-scope.ts'
import type { Output, Stack } from './template.ts'

/** The local addresses of an assembly's resources. */
export interface Hosting {
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

/** Resolves the resources and outputs of an assembly on demand. */
export interface Resolver {
  /** Every resource whose condition is true, without its properties. */
  readonly identities: readonly (Identity & { readonly type: string })[]
  /** Resolves one resource. @throws Error that names stack, logical id and type, for an unsupported resource. */
  resource(identity: Identity): Resource
  outputs(): Outputs
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
