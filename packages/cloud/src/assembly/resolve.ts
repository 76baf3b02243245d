import { textOf } from '../json.ts'
import type { Environment, Json, Resource } from '../resource.ts'
import { evaluate } from './intrinsics.ts'
import type { Identity } from './names.ts'
import { createStackScope, type StackScope } from './stack-scope.ts'
import type { Output, Stack } from './template.ts'

/** Where the resources of an assembly are hosted. */
export interface Hosting {
  readonly environment: Environment
  /** The front door, without a slash at the end. */
  readonly endpointUrl: string
  /** URL of an `AWS::Lambda::Url`, with a slash at the end. */
  readonly functionUrl: (identity: Identity) => string
  /** Turns addresses under amazonaws.com into the ones at which they are hosted. */
  readonly localize: (text: string) => string
}

/** Output values by stack and output key. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Works out the resources and outputs of an assembly, each when it is first asked for. */
export interface Resolver {
  /** Every resource whose condition holds, its properties not looked at. */
  readonly identities: readonly (Identity & { readonly type: string })[]
  /** @throws Error naming stack, logical id and type of a resource that cannot be hosted. */
  resource(identity: Identity): Resource
  outputs(): Outputs
}

/** Resolves references within and between the stacks of an assembly, whatever their order. */
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
