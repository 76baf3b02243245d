import {
  InternalErrorException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  TooManyRequestsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test } from 'vitest'
import { RateLimitError } from '../../platform/errors.ts'
import { faultOf, refusalOf } from './pool-errors.ts'

const said = (message: string) => ({ message, $metadata: {} })

describe('what the user pool refuses', () => {
  test.each([
    new LimitExceededException(said('Attempt limit exceeded, please try after some time.')),
    new TooManyRequestsException(said('Rate exceeded')),
    new NotAuthorizedException(said('Password attempts exceeded')),
  ])('because of too many attempts is a 429 that says when to come back: %s', (error) => {
    expect(refusalOf(error)).toBeInstanceOf(RateLimitError)
    expect(refusalOf(error)).toMatchObject({ retryAfterSeconds: 60, cause: error })
  })

  test.each([
    ['Password did not conform with policy: Password not long enough', 'not long enough'],
    ['Password did not conform with policy: Password must have numeric characters.', 'must have numeric characters'],
    ['Something new', 'is not accepted'],
  ])('of a password says what is wrong with it: %s', (message, reason) => {
    expect(refusalOf(new InvalidPasswordException(said(message)))).toMatchObject({
      code: 'validation_error',
      details: [{ path: 'password', message: reason }],
    })
  })

  test('in any other way is for the operation to judge', () => {
    for (const error of [
      new NotAuthorizedException(said('Incorrect username or password.')),
      new InternalErrorException(said('sorry')),
      new Error('socket hang up'),
    ])
      expect(refusalOf(error)).toBe(error)
  })
})

test('what is no answer of the user pool has no name there', () => {
  const impostor = Object.assign(new Error(), { name: 'NotAuthorizedException' })
  expect(faultOf(impostor)).toBe('')
})
