import { expect, test } from 'vitest'
import { explain } from './explain.ts'

const named = (name: string, message = 'x') => Object.assign(new Error(message), { name })

const LOCAL = { name: 'The service of .local', local: true, outputs: {} }

test.each([
  ['a stopped service', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'npm start'],
  ['credentials of an earlier local service', named('InvalidClientTokenId'), 'npm start'],
  ['no credentials', named('CredentialsProviderError'), 'AWS_PROFILE'],
  ['expired credentials', named('ExpiredToken'), 'Sign in again'],
  ['no region', new Error('Region is missing'), 'AWS_REGION'],
  ['a missing permission', named('AccessDenied', 'not allowed: sqs:ReceiveMessage'), 'sqs:ReceiveMessage'],
])('explains %s with a remedy', (_, error, advice) => {
  expect(explain(error, LOCAL)).toContain(advice)
})

test('distinguishes invalid AWS credentials from a stopped service', () => {
  const error = named('InvalidClientTokenId')
  expect(explain(error, { name: 'stage prod', local: false, outputs: {} })).toContain('Sign in again')
})

test.each([
  ['webhook', ' in that organisation: npm run ops -- organizations list, and replywright webhooks list'],
  ['organisation', ': npm run ops -- organizations list'],
  ['user', ': npm run ops -- users list'],
])('explains an unknown %s with commands for operators', (noun, advice) => {
  const error = Object.assign(named('ServiceError', `No such ${noun}. Check the API key.`), { code: 'not_found' })
  expect(explain(error, undefined)).toBe(`No such ${noun}${advice}`)
})

test('returns the message of other errors', () => {
  expect(explain(new Error('Queue is busy'), undefined)).toBe('Queue is busy')
})
