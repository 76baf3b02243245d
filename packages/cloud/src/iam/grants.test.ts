import { expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { type Grant, grantsOf, logRequests, noteGrants } from './grants.ts'
import { statementsByRole } from './roles.ts'

const TABLE = 'arn:aws:dynamodb:r:1:table/t'
const resource = (logicalId: string, type: string, arn: string, properties: JsonObject = {}): Resource => ({
  stack: 'Test',
  logicalId,
  type,
  physicalId: logicalId,
  arn,
  properties,
})
const allow = (Action: string | string[], Resource: string | string[] = TABLE, more: JsonObject = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
})
const role = (...Statement: readonly JsonObject[]) =>
  resource('Role', 'AWS::IAM::Role', 'arn:role', { Policies: [{ PolicyDocument: { Statement } }] })
const grant = (action: string, more: Partial<Grant> = {}): Grant => ({
  role: 'Test/Role',
  action,
  resource: TABLE,
  condition: '',
  ...more,
})

function used(policies: Resource, action: string, target = TABLE, context = new Map<string, readonly string[]>()) {
  const noted: Grant[] = []
  const statements = statementsByRole([policies]).get('arn:role') ?? []
  noteGrants(statements, [{ action, resource: target, context }], (one) => noted.push(one))
  return noted
}

test('lists every action of an allowing statement on each of its resources', () => {
  const Condition = { StringEquals: { 's3:prefix': 'x' } }
  const policies = role(
    allow(['a:Get', 'a:Put'], [TABLE, `${TABLE}/index/i`]),
    allow('a:Get', TABLE, { Condition }),
    allow('a:*', '*', { Effect: 'Deny' }),
  )
  expect(grantsOf([policies])).toEqual([
    grant('a:Get'),
    grant('a:Get', { resource: `${TABLE}/index/i` }),
    grant('a:Put'),
    grant('a:Put', { resource: `${TABLE}/index/i` }),
    grant('a:Get', { condition: JSON.stringify(Condition) }),
  ])
})

test('records the grant that allows a request, as written in the policy', () => {
  const policies = role(allow(['s:Send', 's:Get*'], ['arn:q1', 'arn:q*']))
  expect(used(policies, 's:GetUrl', 'arn:q2')).toEqual([grant('s:Get*', { resource: 'arn:q*' })])
  expect(used(policies, 's:Send', 'arn:q1')).toEqual([grant('s:Send', { resource: 'arn:q1' })])
  expect(used(policies, 's:Delete', 'arn:q1')).toEqual([])
})

test('records the first of two equal grants whose condition is true', () => {
  const Condition = { StringEquals: { 's3:prefix': 'x' } }
  const policies = role(allow('a:Get', TABLE, { Condition }), allow('a:Get'))
  const condition = JSON.stringify(Condition)
  expect(used(policies, 'a:Get', TABLE, new Map([['s3:prefix', ['x']]]))).toEqual([grant('a:Get', { condition })])
  expect(used(policies, 'a:Get')).toEqual([grant('a:Get')])
})

test('lets a function write to its log group', () => {
  const group = resource('Logs', 'AWS::Logs::LogGroup', 'arn:aws:logs:r:1:log-group:Logs:*')
  const fn = resource('F', 'AWS::Lambda::Function', 'arn:f', { LoggingConfig: { LogGroup: 'Logs' } })
  const policies = role(allow(['logs:CreateLogStream', 'logs:PutLogEvents'], group.arn))
  const noted: Grant[] = []
  noteGrants(statementsByRole([policies]).get('arn:role') ?? [], logRequests(fn, [group]), (one) => noted.push(one))
  expect(noted).toEqual(grantsOf([policies]))
})
