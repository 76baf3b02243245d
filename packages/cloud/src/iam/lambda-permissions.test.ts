import { expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { apiMayInvoke, urlMayInvoke } from './lambda-permissions.ts'

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
  expect(apiMayInvoke(FUNCTION, API, [permission(properties)])).toBe(expected)
})

test('requires a public permission for a function URL', () => {
  const everybody = { Principal: '*', Action: 'lambda:InvokeFunctionUrl' }
  expect(urlMayInvoke(FUNCTION, [permission(everybody)])).toBe(true)
  expect(urlMayInvoke(FUNCTION, [permission(forApi)])).toBe(false)
})
