import { expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { decide } from './policy.ts'
import { statementsByRole } from './roles.ts'

const statement = (Action: string): JsonObject => ({ Effect: 'Allow', Action, Resource: '*' })
const resource = (logicalId: string, type: string, properties: JsonObject): Resource => ({
  stack: 'Test',
  logicalId,
  type,
  physicalId: type === 'AWS::IAM::ManagedPolicy' ? `arn:aws:iam::1:policy/${logicalId}` : logicalId,
  arn: `arn:aws:iam::1:role/${logicalId}`,
  properties,
})
const role = (properties: JsonObject) => resource('Role', 'AWS::IAM::Role', properties)

function mayDo(action: string, ...resources: readonly Resource[]): boolean {
  const statements = statementsByRole(resources).get('arn:aws:iam::1:role/Role') ?? []
  return decide(statements, { action, resource: 'x' }) === 'allow'
}

test('combines the inline, attached and managed policies of a role', () => {
  const document = (action: string) => ({ PolicyDocument: { Statement: [statement(action)] } })
  const resources = [
    role({ Policies: [document('a:Inline')], ManagedPolicyArns: ['arn:aws:iam::1:policy/Named'] }),
    resource('Default', 'AWS::IAM::Policy', { ...document('a:Attached'), Roles: ['Role'] }),
    resource('Named', 'AWS::IAM::ManagedPolicy', document('a:Named')),
    resource('Attaching', 'AWS::IAM::ManagedPolicy', { ...document('a:Attaching'), Roles: ['Role'] }),
    resource('Other', 'AWS::IAM::Policy', { ...document('a:Other'), Roles: ['OtherRole'] }),
  ]
  const allowed = ['a:Inline', 'a:Attached', 'a:Named', 'a:Attaching', 'a:Other'].filter((action) =>
    mayDo(action, ...resources),
  )
  expect(allowed).toEqual(['a:Inline', 'a:Attached', 'a:Named', 'a:Attaching'])
})

test('throws an error that names the role of an unsupported policy', () => {
  const managed = role({ ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] })
  expect(() => statementsByRole([managed])).toThrow('Test/Role: the managed policy arn:aws:iam::aws:policy/Admin')
  const conditional = (Condition: JsonObject) =>
    role({ Policies: [{ PolicyDocument: { Statement: { ...statement('*'), Condition } } }] })
  expect(() => statementsByRole([conditional({ StringEquals: { 'aws:SourceIp': 'x' } })])).toThrow(
    'Test/Role: the condition key aws:sourceip is not supported',
  )
  const tag = { StringEquals: { 'aws:ResourceTag/stage': 'x' } }
  expect(() => statementsByRole([conditional(tag)])).toThrow('the condition key aws:resourcetag/stage')
  expect(() => statementsByRole([conditional({ DateLessThan: { 'aws:CurrentTime': 'x' } })])).toThrow('DateLessThan')
})
