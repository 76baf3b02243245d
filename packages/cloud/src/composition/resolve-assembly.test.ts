import { expect, test } from 'vitest'
import type { Resource } from '../resource.ts'
import { findResource } from './resolve-assembly.ts'

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
])('finds %s (%s): %s', (prefix, type, expected) => {
  const { stack, logicalId } = findResource(resources, prefix, type)
  expect(`${stack}/${logicalId}`).toBe(expected)
})

test('throws an error that names the candidates for no match or several', () => {
  expect(() => findResource(resources, 'DeliverRole')).toThrow('2 resources match DeliverRole: Api/DeliverRole')
  expect(() => findResource(resources, 'Nothing')).toThrow('0 resources')
})
