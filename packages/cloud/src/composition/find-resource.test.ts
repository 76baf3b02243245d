import { expect, test } from 'vitest'
import type { Resource } from '../resource.ts'
import { findResource } from './find-resource.ts'

const resource = (stack: string, logicalId: string, type: string): Resource => ({
  stack,
  logicalId,
  type,
  physicalId: '',
  arn: '',
  properties: {},
})
const resources = [
  resource('Data', 'Items1234', 'AWS::DynamoDB::GlobalTable'),
  resource('Api', 'Deliver', 'AWS::Lambda::Function'),
  resource('Api', 'DeliverRole', 'AWS::IAM::Role'),
  resource('Other', 'DeliverRole', 'AWS::IAM::Role'),
]

test.each([
  ['Items', undefined, 'Data/Items1234'],
  ['Deliver', undefined, 'Api/Deliver'],
  ['Other/Deliver', undefined, 'Other/DeliverRole'],
  ['Deliv', 'AWS::Lambda::Function', 'Api/Deliver'],
])('%s (%s) is %s', (prefix, type, expected) => {
  const { stack, logicalId } = findResource(resources, prefix, type)
  expect(`${stack}/${logicalId}`).toBe(expected)
})

test('none or several is an error that names them', () => {
  expect(() => findResource(resources, 'DeliverRole')).toThrow('2 resources are called DeliverRole: Api/DeliverRole')
  expect(() => findResource(resources, 'Nothing')).toThrow('0 resources')
})
