import { expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import type { Grant } from './grants.ts'
import { apiMayInvoke, urlMayInvoke } from './lambda-permissions.ts'
import { statementsByRole } from './roles.ts'

const FUNCTION = 'arn:aws:lambda:r:1:function:f'
const API = 'arn:aws:execute-api:r:1:abc/*'
const permission = (properties: JsonObject): Resource => ({
  stack: 'Test',
  logicalId: 'Permission',
  type: 'AWS::Lambda::Permission',
  physicalId: 'p',
  arn: '',
  properties: { FunctionName: FUNCTION, ...properties },
})
const rightsOf = (resources: readonly Resource[]) => ({ resources, statements: statementsByRole(resources) })
const forApi = { Principal: 'apigateway.amazonaws.com', Action: 'lambda:InvokeFunction' }

test.each([
  ['for one method', { ...forApi, SourceArn: 'arn:aws:execute-api:r:1:abc/prod/GET/x' }, true],
  ['for every method', { ...forApi, SourceArn: 'arn:aws:execute-api:r:1:abc/*' }, true],
  ['for any API', forApi, true],
  ['by the name of the function', { ...forApi, FunctionName: 'f' }, true],
  ['for another API', { ...forApi, SourceArn: 'arn:aws:execute-api:r:1:xyz/*' }, false],
  ['for another service', { ...forApi, Principal: 'sns.amazonaws.com' }, false],
  ['for another function', { ...forApi, FunctionName: 'g' }, false],
])('evaluates a permission %s', (_, properties, expected) => {
  expect(apiMayInvoke(FUNCTION, API, rightsOf([permission(properties)]))).toBe(expected)
})

const resource = (type: string, logicalId: string, arn: string, properties: JsonObject): Resource => ({
  stack: 'Test',
  logicalId,
  type,
  physicalId: logicalId,
  arn,
  properties,
})

test.each([
  ['of its integration', FUNCTION, 'abc', true],
  ['that may invoke another function only', 'arn:aws:lambda:r:1:function:g', 'abc', false],
  ['of an integration of another API', FUNCTION, 'xyz', false],
])('evaluates the role %s, and records the grant that allows the call', (_, allowed, RestApiId, expected) => {
  const Statement = [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: allowed }]
  const method = { RestApiId, Integration: { Uri: `arn:…/functions/${FUNCTION}/invocations`, Credentials: 'arn:role' } }
  const resources = [
    resource('AWS::IAM::Role', 'Role', 'arn:role', { Policies: [{ PolicyDocument: { Statement } }] }),
    resource('AWS::ApiGateway::Method', 'Method', '', method),
  ]
  const noted: Grant[] = []
  const rights = { ...rightsOf(resources), onGrantUsed: (grant: Grant) => noted.push(grant) }
  expect(apiMayInvoke(FUNCTION, API, rights)).toBe(expected)
  const grant = { role: 'Test/Role', action: 'lambda:InvokeFunction', resource: FUNCTION, condition: '' }
  expect(noted).toEqual(expected ? [grant] : [])
})

const callUrl = { Principal: '*', Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE' }
const invoke = { Principal: '*', Action: 'lambda:InvokeFunction' }

test.each([
  ['both permissions', [callUrl, { ...invoke, InvokedViaFunctionUrl: true }], true],
  ['both permissions, one of them for all invocations', [callUrl, invoke], true],
  ['the permission to call the URL only', [callUrl], false],
  ['the permission to invoke only', [invoke], false],
  ['a permission of a service', [callUrl, forApi], false],
] as const)('a function URL with %s', (_, permissions, expected) => {
  expect(urlMayInvoke(FUNCTION, permissions.map(permission))).toBe(expected)
})
