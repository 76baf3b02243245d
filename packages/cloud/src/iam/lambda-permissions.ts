import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'
import { matchesArn } from './wildcard.ts'

/** Returns whether an `AWS::Lambda::Permission` for API Gateway allows a REST API to invoke a function. */
export function apiMayInvoke(functionArn: string, apiArn: string, resources: readonly Resource[]): boolean {
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
