import { objectAt, textOf } from '../json.ts'
import type { Resource } from '../resource.ts'
import { matchesArn } from './condition.ts'
import { type NoteGrant, noteGrants } from './grants.ts'
import { decide, type Statement } from './policy.ts'

/** The template, and the statements of its roles by their ARNs. */
interface Rights {
  readonly resources: readonly Resource[]
  readonly statements: ReadonlyMap<string, readonly Statement[]>
  /** Called with the grant of a role that allows the call. */
  readonly onGrantUsed?: NoteGrant | undefined
}

/**
 * Returns whether a REST API may invoke a function: by an `AWS::Lambda::Permission` for API Gateway, or by the role of an
 * integration with that function.
 */
export function apiMayInvoke(functionArn: string, apiArn: string, rights: Rights): boolean {
  return isPermitted(functionArn, apiArn, rights.resources) || mayRoleInvoke(functionArn, apiArn, rights)
}

function mayRoleInvoke(functionArn: string, apiArn: string, { resources, statements, onGrantUsed }: Rights): boolean {
  const request = { action: 'lambda:InvokeFunction', resource: functionArn }
  return resources.some(({ type, properties }) => {
    if (type !== 'AWS::ApiGateway::Method' || !apiArn.includes(`:${textOf(properties.RestApiId)}/`)) return false
    const integration = objectAt(properties, 'Integration')
    if (!textOf(integration.Uri)?.includes(`/${functionArn}/`)) return false
    const role = statements.get(textOf(integration.Credentials) ?? '') ?? []
    if (decide(role, request) !== 'allow') return false
    noteGrants(role, [request], onGrantUsed)
    return true
  })
}

function isPermitted(functionArn: string, apiArn: string, resources: readonly Resource[]): boolean {
  return permissionsOf(functionArn, resources).some(({ properties }) => {
    const source = textOf(properties.SourceArn)
    return (
      textOf(properties.Principal) === 'apigateway.amazonaws.com' &&
      (source === undefined || matchesArn(source.replace(/\/.*$/, '/*'), apiArn))
    )
  })
}

/** Returns whether the template allows anyone to call a function through its URL, which requires two permissions. */
export function urlMayInvoke(functionArn: string, resources: readonly Resource[]): boolean {
  const isPublic = permissionsOf(functionArn, resources).filter(
    ({ properties }) => textOf(properties.Principal) === '*',
  )
  return ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'].every((action) =>
    isPublic.some(
      ({ properties }) => textOf(properties.Action) === action && textOf(properties.InvokedViaFunctionUrl) !== 'false',
    ),
  )
}

/** Returns whether the template allows a rule of EventBridge to invoke a function. */
export function ruleMayInvoke(functionArn: string, ruleArn: string, resources: readonly Resource[]): boolean {
  return permissionsOf(functionArn, resources).some(({ properties }) => {
    const source = textOf(properties.SourceArn)
    return (
      textOf(properties.Principal) === 'events.amazonaws.com' && (source === undefined || matchesArn(source, ruleArn))
    )
  })
}

function permissionsOf(functionArn: string, resources: readonly Resource[]): readonly Resource[] {
  const name = functionArn.split(':').at(6)
  return resources.filter(({ type, properties }) => {
    if (type !== 'AWS::Lambda::Permission') return false
    const target = textOf(properties.FunctionName)
    return target === functionArn || target === name
  })
}
