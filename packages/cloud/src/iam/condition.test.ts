import { expect, test } from 'vitest'
import type { JsonObject } from '../resource.ts'
import { holds } from './condition.ts'

const context = new Map([
  ['kms:encryptioncontext:purpose', ['signing']],
  ['kms:encryptioncontextkeys', ['purpose', 'tenant']],
  ['aws:principalarn', ['arn:aws:iam::1:role/worker']],
  ['aws:securetransport', ['true']],
])
const PURPOSE = 'kms:EncryptionContext:purpose'
const KEYS = 'kms:EncryptionContextKeys'

const cases: readonly (readonly [string, JsonObject, boolean])[] = [
  ['StringEquals', { [PURPOSE]: 'signing' }, true],
  ['StringEquals', { [PURPOSE]: ['other', 'signing'] }, true],
  ['StringEquals', { [PURPOSE]: 'Signing' }, false],
  ['StringEquals', { missing: 'x' }, false],
  ['StringEqualsIfExists', { missing: 'x' }, true],
  ['StringEqualsIfExists', { [PURPOSE]: 'x' }, false],
  ['StringEqualsIgnoreCase', { [PURPOSE]: 'SIGNING' }, true],
  ['StringNotEquals', { [PURPOSE]: 'other' }, true],
  ['StringNotEquals', { [PURPOSE]: ['other', 'signing'] }, false],
  ['StringNotEquals', { missing: 'x' }, true],
  ['StringLike', { [PURPOSE]: 'sign*' }, true],
  ['StringLike', { [PURPOSE]: 'sign' }, false],
  ['StringNotLike', { [PURPOSE]: 'sign*' }, false],
  ['ArnLike', { 'aws:PrincipalArn': 'arn:aws:iam::*:role/w*' }, true],
  ['ArnEquals', { 'aws:PrincipalArn': 'arn:aws:iam::1:role/worker' }, true],
  ['ArnLike', { 'aws:PrincipalArn': 'arn:*:role/worker' }, false],
  ['ArnNotLike', { 'aws:PrincipalArn': 'arn:aws:iam::2:*' }, true],
  ['Bool', { 'aws:SecureTransport': true }, true],
  ['Bool', { 'aws:SecureTransport': 'false' }, false],
  ['Null', { missing: 'true' }, true],
  ['Null', { [PURPOSE]: true }, false],
  ['Null', { [PURPOSE]: 'false' }, true],
  ['ForAllValues:StringEquals', { [KEYS]: ['purpose', 'tenant', 'more'] }, true],
  ['ForAllValues:StringEquals', { [KEYS]: 'purpose' }, false],
  ['ForAllValues:StringEquals', { missing: 'x' }, true],
  ['ForAnyValue:StringEquals', { [KEYS]: 'tenant' }, true],
  ['ForAnyValue:StringEquals', { [KEYS]: 'more' }, false],
  ['ForAnyValue:StringEquals', { missing: 'x' }, false],
]

test.each(cases)('%s %o → %s', (operator, keys, expected) => {
  expect(holds({ [operator]: keys }, context)).toBe(expected)
})

test('requires every operator and every key to match', () => {
  const both = { StringEquals: { [PURPOSE]: 'signing', 'aws:SecureTransport': 'true' } }
  expect(holds(both, context)).toBe(true)
  expect(holds({ ...both, Bool: { 'aws:SecureTransport': 'false' } }, context)).toBe(false)
  expect(holds({ StringEquals: { ...both.StringEquals, missing: 'x' } }, context)).toBe(false)
})

test('throws for an unknown operator', () => {
  expect(() => holds({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, context)).toThrow('IpAddress')
})
