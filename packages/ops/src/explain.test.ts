import { expect, test } from 'vitest'
import { explain } from './explain.ts'

const named = (name: string, message = 'x') => Object.assign(new Error(message), { name })

const LOCAL = { name: 'The service of .local', local: true, outputs: {} }

test.each([
  ['a service that is off', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'npm start'],
  ['credentials of an earlier start', named('InvalidClientTokenId'), 'npm start'],
  ['no credentials', named('CredentialsProviderError'), 'AWS_PROFILE'],
  ['credentials of yesterday', named('ExpiredToken'), 'Sign in again'],
  ['no region', new Error('Region is missing'), 'AWS_REGION'],
  ['a missing right', named('AccessDenied', 'not allowed: sqs:ReceiveMessage'), 'sqs:ReceiveMessage'],
])('%s is told with what to do', (_, error, advice) => {
  expect(explain(error, LOCAL)).toContain(advice)
})

test('credentials that AWS does not know are not taken for a service that is off', () => {
  const error = named('InvalidClientTokenId')
  expect(explain(error, { name: 'stage prod', local: false, outputs: {} })).toContain('Sign in again')
})

test('an unknown id is told in the terms of operators', () => {
  const error = Object.assign(named('ServiceError', 'No such webhook. Check the API key.'), { code: 'not_found' })
  expect(explain(error, undefined)).toBe(
    'No such webhook in that organisation: npm run ops -- organizations list, webhooks list',
  )
})

test('another error says what it says', () => {
  expect(explain(new Error('Queue is busy'), undefined)).toBe('Queue is busy')
})
