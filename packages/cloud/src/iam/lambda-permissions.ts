import { objectAt, textOf } from '../json.ts'
import type { Resource } from '../resource.ts'
import { matchesArn } from './condition.ts'
import { decide } from './policy.ts'
import { statementsByRole } from './roles.ts'

/**
 * Returns whether a REST API may invoke a function: by an `AWS::Lambda::Permission` for API Gateway, or by the role of an
 * integration with that function.
 */
export function apiMayInvoke(functionArn: string, apiArn: string, resources: readonly Resource[]): boolean {
  return isPermitted(functionArn, apiArn, resources) || mayRoleInvoke(functionArn, apiArn, resources)
}

function mayRoleInvoke(functionArn: string, apiArn: string, resources: readonly Resource[]): boolean {
  const statements = statementsByRole(resources)
  return resources.some(({ type, properties }) => {
    if (type !== 'AWS::ApiGateway::Method' || !apiArn.includes(`:${textOf(properties.RestApiId)}/`)) return false
    const integration = objectAt(properties, 'Integration')
    if (!textOf(integration.Uri)?.includes(`/${functionArn}/`)) return false
    const role = statements.get(textOf(integration.Credentials) ?? '') ?? []
    return decide(role, { action: 'lambda:InvokeFunction', resource: functionArn }) === 'allow'
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

/** Returns whether the template allows anyone to call a function through its URL. */
export function urlMayInvoke(functionArn: string, resources: readonly Resource[]): boolean {
  return permissionsOf(functionArn, resources).some(
    ({ properties }) =>
      textOf(properties.Principal) === '*' && textOf(properties.Action) === 'lambda:InvokeFunctionUrl',
  )
}

function permissionsOf(functionArn: string, resources: readonly Resource[]): readonly Resource[] {
  const name = functionArn.split(':').at(6)
  return resources.filter(({ type, properties }) => {
    if (type !== 'AWS::Lambda::Permission') return false
    const target = textOf(properties.FunctionName)
    return target === functionArn || target === name
  })
}
