import { expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import { type AccessRequest, type Decision, decide, parsePolicy } from './policy.ts'

const allow = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: 'arn:aws:sqs:r:1:q' }
const request: AccessRequest = { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:r:1:q' }

const cases: readonly (readonly [string, readonly JsonObject[], Decision])[] = [
  ['nothing is allowed by no statement', [], 'implicit-deny'],
  ['what is named is allowed', [allow], 'allow'],
  ['deny beats allow', [allow, { ...allow, Effect: 'Deny' }], 'explicit-deny'],
  ['another action is not allowed', [{ ...allow, Action: 'sqs:DeleteMessage' }], 'implicit-deny'],
  ['another resource is not allowed', [{ ...allow, Resource: 'arn:aws:sqs:r:1:other' }], 'implicit-deny'],
  ['one of several actions is enough', [{ ...allow, Action: ['sqs:Receive', 'sqs:SendMessage'] }], 'allow'],
  ['actions are compared without case', [{ ...allow, Action: 'SQS:sendmessage' }], 'allow'],
  ['resources are compared with case', [{ ...allow, Resource: 'arn:aws:sqs:r:1:Q' }], 'implicit-deny'],
  ['* stands for anything', [{ ...allow, Action: 'sqs:*', Resource: '*' }], 'allow'],
  ['* stands for any part', [{ ...allow, Action: 'sqs:Send*', Resource: 'arn:*:q' }], 'allow'],
  ['? stands for one character', [{ ...allow, Resource: 'arn:aws:sqs:r:1:?' }], 'allow'],
  ['? stands for no more than one', [{ ...allow, Resource: 'arn:aws:sqs:?:1:??' }], 'implicit-deny'],
  ['a dot is a dot', [{ ...allow, Action: 'sqs.SendMessage' }], 'implicit-deny'],
  ['NotAction is every other action', [{ Effect: 'Allow', NotAction: 'sqs:Delete*', Resource: '*' }], 'allow'],
  ['NotAction leaves out its own', [{ Effect: 'Allow', NotAction: 'sqs:Send*', Resource: '*' }], 'implicit-deny'],
  ['NotResource is every other one', [{ Effect: 'Allow', Action: '*', NotResource: 'arn:aws:s3:*' }], 'allow'],
  ['NotResource leaves out its own', [{ Effect: 'Allow', Action: '*', NotResource: '*:q' }], 'implicit-deny'],
]

test.each(cases)('%s', (_, statements, decision) => {
  expect(decide(parsePolicy({ Statement: statements }), request)).toBe(decision)
})

test('one statement needs no list around it', () => {
  expect(decide(parsePolicy({ Statement: allow }), request)).toBe('allow')
})

test.each([
  ['an unknown effect', { ...allow, Effect: 'Maybe' }],
  ['no action', { Effect: 'Allow', Resource: '*' }],
])('a statement with %s is an error', (_, statement) => {
  expect(() => parsePolicy({ Statement: [statement] })).toThrow('Not a policy statement')
})
