import {
  CodeMismatchException,
  EnableSoftwareTokenMFAException,
  ExpiredCodeException,
  InternalErrorException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  TooManyRequestsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test } from 'vitest'
import { RateLimitError } from '../../platform/errors.ts'
import { callerErrorOf, faultOf, wrongAppCode, wrongCode, wrongCredentials } from './user-pool.ts'

const details = (message: string) => ({ message, $metadata: {} })

describe('an error of the user pool', () => {
  test.each([
    new LimitExceededException(details('Attempt limit exceeded, please try after some time.')),
    new TooManyRequestsException(details('Rate exceeded')),
    new NotAuthorizedException(details('Password attempts exceeded')),
  ])('after too many attempts is a 429 with retryAfterSeconds: %s', (error) => {
    expect(callerErrorOf(error)).toBeInstanceOf(RateLimitError)
    expect(callerErrorOf(error)).toMatchObject({ retryAfterSeconds: 60, cause: error })
  })

  test.each([
    ['Password did not conform with policy: Password not long enough', 'not long enough'],
    ['Password did not conform with policy: Password must have numeric characters.', 'must have numeric characters'],
    ['Something new', 'is not accepted'],
  ])('about a password contains the reason: %s', (message, reason) => {
    expect(callerErrorOf(new InvalidPasswordException(details(message)))).toMatchObject({
      code: 'validation_error',
      details: [{ path: 'password', message: reason }],
    })
  })

  test('of another kind is returned unchanged', () => {
    for (const error of [
      new NotAuthorizedException(details('Incorrect username or password.')),
      new InternalErrorException(details('sorry')),
      new InternalErrorException(details('Password attempts exceeded')),
      new Error('socket hang up'),
    ])
      expect(callerErrorOf(error)).toBe(error)
  })
})

test('an error of another source has no fault', () => {
  const impostor = Object.assign(new Error(), { name: 'NotAuthorizedException' })
  expect(faultOf(impostor)).toBe('')
})

test.each([
  [new CodeMismatchException(details('')), /^is incorrect/],
  [new EnableSoftwareTokenMFAException(details('')), /^is incorrect/],
  [new ExpiredCodeException(details('')), /^has already been used/],
])('about the code of an authenticator app is a 400: %s', (error, message) => {
  expect(wrongAppCode(error)).toMatchObject({ details: [{ path: 'code', message: expect.stringMatching(message) }] })
})

test('another error is not about the code of an authenticator app', () => {
  expect(wrongAppCode(new InternalErrorException(details('')))).toBeUndefined()
})

test('an incorrect code is a 400, and incorrect credentials are a 401 with their cause', () => {
  expect(wrongCode()).toMatchObject({ status: 400, details: [{ path: 'code' }] })
  const cause = new NotAuthorizedException(details(''))
  expect(wrongCredentials(cause)).toMatchObject({ status: 401, cause })
})
