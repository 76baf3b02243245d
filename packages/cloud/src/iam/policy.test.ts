import { expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import { type AccessRequest, type Decision, decide, parsePolicy } from './policy.ts'

const allow = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: 'arn:aws:sqs:r:1:q' }
const request: AccessRequest = { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:r:1:q' }

const cases: readonly (readonly [string, readonly JsonObject[], Decision])[] = [
  ['no statement denies', [], 'implicit-deny'],
  ['a named action is allowed', [allow], 'allow'],
  ['deny overrides allow', [allow, { ...allow, Effect: 'Deny' }], 'explicit-deny'],
  ['another action is not allowed', [{ ...allow, Action: 'sqs:DeleteMessage' }], 'implicit-deny'],
  ['another resource is not allowed', [{ ...allow, Resource: 'arn:aws:sqs:r:1:other' }], 'implicit-deny'],
  ['one of several actions is sufficient', [{ ...allow, Action: ['sqs:Receive', 'sqs:SendMessage'] }], 'allow'],
  ['actions are case-insensitive', [{ ...allow, Action: 'SQS:sendmessage' }], 'allow'],
  ['resources are case-sensitive', [{ ...allow, Resource: 'arn:aws:sqs:r:1:Q' }], 'implicit-deny'],
  ['* matches anything', [{ ...allow, Action: 'sqs:*', Resource: '*' }], 'allow'],
  ['* matches any part', [{ ...allow, Action: 'sqs:Send*', Resource: 'arn:*:q' }], 'allow'],
  ['? matches one character', [{ ...allow, Resource: 'arn:aws:sqs:r:1:?' }], 'allow'],
  ['? does not match two characters', [{ ...allow, Resource: 'arn:aws:sqs:?:1:??' }], 'implicit-deny'],
  ['a dot matches only a dot', [{ ...allow, Action: 'sqs.SendMessage' }], 'implicit-deny'],
  ['NotAction matches every other action', [{ Effect: 'Allow', NotAction: 'sqs:Delete*', Resource: '*' }], 'allow'],
  ['NotAction excludes its own', [{ Effect: 'Allow', NotAction: 'sqs:Send*', Resource: '*' }], 'implicit-deny'],
  ['NotResource matches every other one', [{ Effect: 'Allow', Action: '*', NotResource: 'arn:aws:s3:*' }], 'allow'],
  ['NotResource excludes its own', [{ Effect: 'Allow', Action: '*', NotResource: '*:q' }], 'implicit-deny'],
]

test.each(cases)('%s', (_, statements, decision) => {
  expect(decide(parsePolicy({ Statement: statements }), request)).toBe(decision)
})

test('accepts a single statement without a list', () => {
  expect(decide(parsePolicy({ Statement: allow }), request)).toBe('allow')
})

test.each([
  ['an unknown effect', { ...allow, Effect: 'Maybe' }],
  ['no action', { Effect: 'Allow', Resource: '*' }],
])('throws for a statement with %s', (_, statement) => {
  expect(() => parsePolicy({ Statement: [statement] })).toThrow('Not a policy statement')
})
